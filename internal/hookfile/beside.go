package hookfile

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

// A record may watch a part of a file, or names in a folder. The name in the record then ends in
// one of these, which no path contains.
const (
	// Modules stands for the files in a folder that Python would load instead of its own modules.
	Modules = "//python"
	// Type stands for the type in a package.json, which Node reads before it runs a script.
	Type = "//type"
)

// content returns what a record watches under a name. read returns a file's content. For a path
// with a final slash it returns the names in the folder, one a line.
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

// errNewer means that a later version wrote the record.
const errNewer = mapping.Error("is watched by a newer openhook")

// modules returns the sorted names in a folder that shadow a module of Python.
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
		if !isFile { // a folder is a module if it contains __init__
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

// isPythonFile reports whether Python loads a file with this ending, for example json.py or
// json.cpython-311-x86_64-linux-gnu.so.
func isPythonFile(ending string) bool {
	switch last := ending[strings.LastIndexByte(ending, '.')+1:]; last {
	case "py", "pyc", "pyw", "so", "pyd":
		return true
	}
	return false
}

// IsPythonModule reports whether a name is one of Python's own modules.
func IsPythonModule(name string) bool { return strings.Contains(pythonModules, " "+name+" ") }

// pythonModules are the modules of Python 3.8 to 3.14, without most private ones.
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
