package verify

import "io/fs"

// A named is what a listing of a folder says of a file or folder in it.
type named struct {
	name string
	mode fs.FileMode // the bits of its type
}

// A fileState is what the system says of a file that is not opened.
type fileState struct {
	mode fs.FileMode // its type and permissions
	size int64
	stat fileStat
	told bool // stat is known
}

// fileStateOf is the same of what was looked at another way.
func fileStateOf(info fs.FileInfo) fileState {
	stat, told := statOf(info)
	return fileState{info.Mode(), info.Size(), stat, told}
}
