// Play is a hook that does what its arguments say, one after the other:
//
//	read          read stdin to its end
//	save FILE     read stdin to its end and keep it
//	env FILE      keep the OPENHOOK_ variables and the directory
//	out TEXT      print on stdout; err TEXT on stderr
//	file FILE     print a file on stdout
//	flood N       print N bytes of text on stdout; floods N on stderr
//	sleep TIME    wait
//	close         close stdout and stderr
//	fork          do the rest in a child that is left behind, and end
//	setsid        do the rest in a child in a session of its own, and end
//	ignore        ignore TERM, INT and HUP
//	touch FILE    create a file
//	pid FILE      write the process id
//	kill N        end by signal N
//	exit N        end
package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	for args := os.Args[1:]; len(args) > 0; {
		args = step(args[0], args[1:])
	}
}

// step does one thing and returns what is left to do.
func step(verb string, args []string) []string {
	arg := func() string {
		a := args[0]
		args = args[1:]
		return a
	}
	number := func() int {
		n, err := strconv.Atoi(arg())
		must(err)
		return n
	}
	switch verb {
	case "read":
		io.Copy(io.Discard, os.Stdin)
	case "save":
		data, err := io.ReadAll(os.Stdin)
		must(err)
		must(os.WriteFile(arg(), data, 0o600))
	case "env":
		dir, _ := os.Getwd()
		lines := []string{"PWD=" + dir}
		for _, e := range os.Environ() {
			if strings.HasPrefix(e, "OPENHOOK_") || strings.HasPrefix(e, "CLAUDE_PROJECT_DIR=") {
				lines = append(lines, e)
			}
		}
		must(os.WriteFile(arg(), []byte(strings.Join(lines, "\x00")), 0o600))
	case "out":
		os.Stdout.WriteString(arg())
	case "err":
		os.Stderr.WriteString(arg())
	case "file":
		data, err := os.ReadFile(arg())
		must(err)
		os.Stdout.Write(data)
	case "flood":
		flood(os.Stdout, number())
	case "floods":
		flood(os.Stderr, number())
	case "sleep":
		d, err := time.ParseDuration(arg())
		must(err)
		time.Sleep(d)
	case "close":
		os.Stdout.Close()
		os.Stderr.Close()
	case "fork", "setsid":
		self, err := os.Executable()
		must(err)
		c := exec.Command(self, args...)
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if verb == "setsid" {
			newSession(c)
		}
		must(c.Start())
		return nil
	case "ignore":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	case "touch":
		must(os.WriteFile(arg(), nil, 0o600))
	case "pid":
		must(os.WriteFile(arg(), []byte(strconv.Itoa(os.Getpid())), 0o600))
	case "kill":
		self, _ := os.FindProcess(os.Getpid())
		must(self.Signal(syscall.Signal(number())))
		time.Sleep(time.Second)
	case "once": // the next time it ends with 1
		seen := arg()
		if _, err := os.Stat(seen); err == nil {
			os.Exit(1)
		}
		must(os.WriteFile(seen, nil, 0o600))
	case "exit":
		os.Exit(number())
	default:
		os.Stderr.WriteString("play: unknown step " + verb + "\n")
		os.Exit(99)
	}
	return args
}

func flood(f *os.File, n int) {
	line := []byte(strings.Repeat("flood ", 1000) + "\n")
	for n > 0 {
		k, err := f.Write(line[:min(n, len(line))])
		if err != nil {
			return
		}
		n -= k
	}
}

func must(err error) {
	if err != nil {
		os.Stderr.WriteString("play: " + err.Error() + "\n")
		os.Exit(98)
	}
}
