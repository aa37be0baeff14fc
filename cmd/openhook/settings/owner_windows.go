package settings

import "io/fs"

func sameOwner(string, fs.FileInfo) error { return nil } // the folder says who may do what
