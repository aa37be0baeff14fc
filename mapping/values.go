package mapping

import (
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Stamp formats a time like the envelope: UTC with milliseconds. It does without time's own
// calendar and formats, because they bring the time zones along: 130 kB of binary that every
// call would map.
func Stamp(t time.Time) string {
	ms := t.UnixMilli()
	days, rest := ms/86_400_000, int(ms%86_400_000)
	year, month, day := date(int(days))
	b := make([]byte, 0, len("2006-01-02T15:04:05.000Z"))
	b = append(digits(b, year, 4), '-')
	b = append(digits(b, month, 2), '-')
	b = append(digits(b, day, 2), 'T')
	b = append(digits(b, rest/3_600_000, 2), ':')
	b = append(digits(b, rest/60_000%60, 2), ':')
	b = append(digits(b, rest/1000%60, 2), '.')
	return string(append(digits(b, rest%1000, 3), 'Z'))
}

func digits(b []byte, n, width int) []byte {
	if width > 1 {
		b = digits(b, n/10, width-1)
	}
	return append(b, byte('0'+n%10))
}

// date returns the day of the Gregorian calendar that is days after 1970-01-01,
// days not negative. Years are counted from March, so that a leap day is the last.
func date(days int) (year, month, day int) {
	days += 719_468 // from 0000-03-01
	era, days := days/146_097, days%146_097
	year = (days - days/1460 + days/36_524 - days/146_096) / 365
	days -= 365*year + year/4 - year/100
	month = (5*days + 2) / 153
	day = days - (153*month+2)/5 + 1
	year += 400 * era
	if month += 3; month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// instant turns a client's timestamp into a JSON string with a time zone, "" if it cannot be
// read. Clients send epoch milliseconds and ISO strings.
func instant(raw string) string {
	s := jsontext.Text(raw)
	if strings.IndexByte(s, ':') < 0 {
		n, err := strconv.ParseFloat(s, 64)
		if err != nil || n <= 1e9 || n >= 1e14 {
			return ""
		}
		if n < 1e11 {
			n *= 1000
		}
		return jsontext.Quote(Stamp(time.UnixMilli(int64(n))))
	}
	if !isInstant(s) {
		return ""
	}
	return jsontext.Quote(s)
}

// isInstant reports whether s is an RFC 3339 time: 2006-01-02T15:04:05, maybe a
// fraction, then Z or an offset.
func isInstant(s string) bool {
	const date, offset = "dddd-dd-ddTdd:dd:dd", "+dd:dd"
	if len(s) < len(date) || !shaped(s[:len(date)], date) {
		return false
	}
	year, month, day := twoDigits(s)*100+twoDigits(s[2:]), twoDigits(s[5:]), twoDigits(s[8:])
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || !isClock(s[11:]) || twoDigits(s[17:]) > 59 {
		return false
	}
	zone := s[len(date):]
	if fraction, ok := strings.CutPrefix(zone, "."); ok {
		if zone = strings.TrimLeft(fraction, "0123456789"); len(zone) == len(fraction) {
			return false
		}
	}
	return zone == "Z" || shaped(strings.Replace(zone, "-", "+", 1), offset) && isClock(zone[1:])
}

// isClock reports whether s begins with an hour and a minute, digits as they are.
func isClock(s string) bool { return twoDigits(s) < 24 && twoDigits(s[3:]) < 60 }

func twoDigits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

func daysIn(year, month int) int {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}

// shaped compares s with a pattern in which d is a digit.
func shaped(s, pattern string) bool {
	for i := range len(s) {
		digit := s[i] >= '0' && s[i] <= '9'
		if i >= len(pattern) || (pattern[i] == 'd') != digit || !digit && pattern[i] != s[i] {
			return false
		}
	}
	return len(s) == len(pattern)
}

// millis returns a number as an integer of milliseconds, "" if it is none. unit is how many of them
// are one.
func millis(raw string, unit float64) string {
	n, err := strconv.ParseFloat(jsontext.Text(raw), 64)
	if n *= unit; err != nil || n < 0 || n > 1e15 {
		return ""
	}
	return strconv.FormatInt(int64(n+0.5), 10)
}

// seconds returns an integer of milliseconds as a number of seconds.
func seconds(raw string) string {
	n, err := strconv.ParseInt(raw, 10, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(float64(n)/1000, 'f', -1, 64)
}

// IsAbsolute reports whether a path is absolute on Unix or on Windows.
func IsAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\\`) || isDrive(p)
}

//go:noinline
func isDrive(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '\\' || p[2] == '/') && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z')
}

// FromSlashDrive turns "/c:/dir", as Cursor sends on Windows, into "c:/dir".
//
//go:noinline
func FromSlashDrive(p string) string {
	if len(p) > 3 && p[0] == '/' && isDrive(p[1:]) {
		return p[1:]
	}
	return p
}

// isWindows reports whether a path is absolute on Windows.
func isWindows(p string) bool { return isDrive(p) || strings.HasPrefix(p, `\\`) }

// Absolute resolves a path of the payload against the agent's directory. The directory tells
// the system: outside Windows "c:" is an ordinary name, and "c:/../../etc" leads out of it.
func Absolute(p, cwd string) string {
	windows := FromSlashDrive(p)
	switch {
	case p == "":
		return p
	case isWindows(cwd) || isWindows(windows) && (cwd == "" || !strings.Contains(p+"/", "/../")):
		return absoluteWindows(windows, cwd)
	case p[0] == '/':
		return clean(p)
	case cwd == "":
		return p
	}
	return clean(cwd + "/" + p)
}

// absoluteWindows keeps the spelling of a path unless it must remove a part.
func absoluteWindows(p, cwd string) string {
	switch {
	case isWindows(p):
	case p[0] == '/':
		return clean(p)
	case p[0] == '\\' && isDrive(cwd): // on the same drive
		p = cwd[:2] + p
	default:
		p = strings.TrimRight(cwd, `\/`) + `\` + p
	}
	keep := 0
	if p[1] == '\\' {
		keep = 2 // the server and its share
	}
	var parts []string
	dots := false
	for part := range strings.FieldsFuncSeq(p[2:], func(r rune) bool { return r == '\\' || r == '/' }) {
		switch part {
		case "..":
			parts = parts[:max(min(keep, len(parts)), len(parts)-1)]
			dots = true
		case ".":
			dots = true
		default:
			parts = append(parts, part)
		}
	}
	if !dots {
		return p
	}
	root := p[:2]
	if keep == 0 {
		root += `\`
	}
	return root + strings.Join(parts, `\`)
}

// clean removes //, /./ and /../ from an absolute path. path.Clean does the same for 7 kB of
// binary.
func clean(p string) string {
	b := make([]byte, 0, len(p))
	for part := range strings.SplitSeq(p, "/") {
		switch part {
		case "", ".":
		case "..":
			b = b[:max(0, strings.LastIndexByte(jsontext.View(b), '/'))]
		default:
			b = append(append(b, '/'), part...)
		}
	}
	if len(b) == 0 {
		return "/"
	}
	return string(b)
}

// appendURI appends a path as a file:// URI.
func appendURI(b []byte, p string) []byte {
	p = strings.ReplaceAll(p, `\`, "/")
	b = append(b, "file://"...)
	if isDrive(p) {
		b = append(b, '/')
	}
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			strings.IndexByte("/-._~:@!$&'()*+,;=", c) >= 0:
			b = append(b, c)
		default:
			b = append(b, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return b
}
