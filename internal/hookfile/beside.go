package hookfile

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

// A record may watch less than a whole file, or more: the name then ends with one of
// these, which no path has.
const (
	// Modules is what Python would load from a folder in place of its own modules.
	Modules = "//python"
	// Type is what Node reads in a package.json before it runs a script.
	Type = "//type"
)

// content is what counts of a name in a record. read returns what is in a file, and the
// names in a folder, one a line, if its path ends with a slash.
func content(name string, read func(string) ([]byte, error)) ([]byte, error) {
	path, kind, special := strings.Cut(name, "//")
	if !special {
		return read(name)
	}
	switch "//" + kind {
	case Modules:
		return modules(path, read)
	case Type:
		data, err := read(path)
		return []byte(gjson.GetBytes(data, "type").Raw), err
	}
	return nil, errNewer
}

// errNewer: a later version has written the record.
const errNewer = mapping.Error("is watched by a newer openhook")

// modules are the names in a folder that shadow a module of Python's, sorted.
func modules(dir string, read func(string) ([]byte, error)) ([]byte, error) {
	list, err := read(dir + "/")
	var found []string
	for name := range strings.SplitSeq(string(list), "\n") {
		module, ending, isFile := strings.Cut(name, ".")
		if module == "" || !IsPythonModule(module) {
			continue
		}
		if isFile && !isPythonFile(ending) {
			continue
		}
		if !isFile { // a folder is a module if it has this
			inside, _ := read(dir + "/" + name + "/")
			if !strings.Contains("\n"+string(inside), "\n__init__.") {
				continue
			}
		}
		i := len(found)
		for found = append(found, name); i > 0 && found[i-1] > name; i-- {
			found[i] = found[i-1]
		}
		found[i] = name
	}
	return []byte(strings.Join(found, "\n")), err
}

// isPythonFile knows json.py by its ending, and json.cpython-311-x86_64-linux-gnu.so.
func isPythonFile(ending string) bool {
	switch last := ending[strings.LastIndexByte(ending, '.')+1:]; last {
	case "py", "pyc", "pyw", "so", "pyd":
		return true
	}
	return false
}

// IsPythonModule says whether a name is that of a module of Python's own.
func IsPythonModule(name string) bool { return strings.Contains(pythonModules, " "+name+" ") }

// pythonModules are those of Python 3.8 to 3.14, but for most of the private ones.
const pythonModules = " " +
	"_aix_support _android_support _bootsubprocess _collections_abc _colorize _compat_pickle _compression " +
	"_ios_support _markupbase _opcode_metadata _osx_support _py_abc _pydatetime _pydecimal _pyio _sitebuiltins " +
	"_strptime _threading_local _weakrefset abc aifc annotationlib antigravity argparse array ast asynchat " +
	"asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb " +
	"chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser " +
	"contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis " +
	"distutils doctest dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput " +
	"fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip " +
	"hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json " +
	"keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap " +
	"modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator " +
	"optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix " +
	"posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re " +
	"readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site " +
	"sitecustomize smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl " +
	"stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny " +
	"tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace " +
	"traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib usercustomize uu uuid " +
	"venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport " +
	"zlib zoneinfo "
