package main

import (
	"math"
	"runtime"
)

// A record is the stored result of a run. It names neither machine nor folder.
type record struct {
	Go       string         `json:"go"`
	OS       string         `json:"os"`
	Arch     string         `json:"arch"`
	CPUs     int            `json:"cpus"`
	Payloads []payloadTimes `json:"payloads"`
	Shares   []share        `json:"libraries"`
	Memory   []memory       `json:"peak_memory"`
	Gates    []verdict      `json:"gates"`
	Absent   []string       `json:"not_installed,omitempty"`
}

// payloadTimes are the times with one payload in µs.
type payloadTimes struct {
	Payload  string         `json:"payload"`
	Bytes    int            `json:"bytes"`
	Programs []programTimes `json:"programs"`
}

type programTimes struct {
	Program string `json:"program"`
	stats
	// Overhead is the time over the hook alone. The other two compare it. Programs
	// without a hook have none of them.
	Overhead  *float64 `json:"overhead,omitempty"`
	OfWrapper *float64 `json:"of_wrapper,omitempty"`
	OfShim    *float64 `json:"of_shim,omitempty"`
}

// memory is the peak of a program in bytes.
type memory struct {
	Program string `json:"program"`
	Usual   int64  `json:"bytes_at_2_kB"`
	Large   int64  `json:"bytes_at_10_MB"`
}

func (b *bench) record() record {
	r := record{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Shares: b.shares, Memory: b.memory, Gates: b.verdicts, Absent: b.absent}
	for _, s := range sizes {
		one := payloadTimes{Payload: s.name, Bytes: len(b.payloads[s.name])}
		for _, p := range b.programs {
			m, ok := b.times[s.name][p.Name]
			if !ok || p.links {
				continue
			}
			row := programTimes{Program: p.Name, stats: m}
			if !p.alone && p.Name != hookName {
				row.Overhead = kept(b.times.overhead(s.name, p.Name))
				row.OfWrapper = kept(b.times.ratio(s.name, p.Name, wrapperName))
				row.OfShim = kept(b.times.ratio(s.name, p.Name, shimName))
			}
			one.Programs = append(one.Programs, row)
		}
		if one.Programs != nil {
			r.Payloads = append(r.Payloads, one)
		}
	}
	return r
}

func kept(f float64, ok bool) *float64 {
	if !ok {
		return nil
	}
	f = math.Round(f*1000) / 1000 // more digits are noise
	return &f
}

// peaks measures the memory of all programs that run a hook.
func (b *bench) peaks() (all []memory, err error) {
	if runtime.GOOS == "windows" {
		return nil, nil // Windows has no peak program yet
	}
	for _, p := range b.programs {
		if p.alone || p.links {
			continue
		}
		m := memory{Program: p.Name}
		if m.Usual, err = peak(p.argv, b.env, b.dir, b.payloads[usual]); err == nil {
			m.Large, err = peak(p.argv, b.env, b.dir, b.payloads[large])
		}
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}
