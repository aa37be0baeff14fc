package main

import (
	"encoding/json"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
)

// The soak sees what goes wrong.
func TestSoakJudges(t *testing.T) {
	all, err := soakRecordings()
	if err != nil || len(all) < 400 {
		t.Fatalf("%d recordings, %v", len(all), err)
	}
	held, ran := client.Effect{Stopped: true, Model: "REASON"}, client.Effect{}
	for _, r := range all {
		if !r.call.Deniable() {
			continue
		}
		for _, h := range soakHooks {
			for _, closed := range [...]bool{false, true} {
				c := soakCall{recording: r, hook: h, closed: closed}
				denies := h.wants == denial || h.wants == halt || h.wants == failure && closed
				if got := h.judge(c, ran); (got != "") != denies && (denies || h.wants == nothing || h.wants == failure) {
					t.Errorf("%s/%s, %s, closed %v: that it runs is %q", r.provider, r.file, h.name, closed, got)
				}
				if got := h.judge(c, held); (got != "") == denies && h.wants != question && h.wants != change {
					t.Errorf("%s/%s, %s, closed %v: that it is stopped is %q", r.provider, r.file, h.name, closed, got)
				}
				if h.wants != approval && h.judge(c, client.Effect{Stopped: denies, Approved: true}) == "" {
					t.Errorf("%s/%s, %s: nobody minds that it is approved", r.provider, r.file, h.name)
				}
			}
		}
	}
}

func TestPadded(t *testing.T) {
	for _, n := range [...]int{0, 20_000, 1_000_000} {
		if b := padded([]byte(`{"a":1}`), n); !json.Valid(b) || len(b) < n || len(b) > n+300 {
			t.Errorf("%d bytes instead of %d", len(b), n)
		}
	}
}
