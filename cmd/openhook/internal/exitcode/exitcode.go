// Package exitcode carries an exit code from a command to the end of the program.
package exitcode

import (
	"errors"
	"fmt"
	"io/fs"
)

const (
	No      = 1  // the answer is "no"
	Usage   = 64 // the command line is wrong
	Missing = 66 // a file is not there
)

// An Error ends the program with a code. Its text, if any, is for the user.
type Error struct {
	Code int
	Text string
}

func (e *Error) Error() string { return e.Text }

// ErrNo ends the program with the answer "no". The command has already printed the reason.
var ErrNo = &Error{Code: No}

// Errorf makes an error that ends the program with a code.
func Errorf(code int, format string, args ...any) error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// FileError turns an error about a file into a message for the user.
func FileError(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Errorf(Missing, "%s: not found", path)
	}
	return Errorf(No, "%s: %v", path, err)
}

// Of returns the exit code of an error, or def if the error has none.
func Of(err error, def int) int {
	var e *Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.Code
	}
	return def
}
