package gate

import "kei/runtime/str"

// sameProgram lists names under which one program goes. A deny rule about the
// last of a line holds for all of it.
var sameProgram = [...]string{
	" mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mke2fs mkdosfs mkntfs mkfs ",
	" fsck.ext2 fsck.ext3 fsck.ext4 fsck.xfs fsck.vfat e2fsck fsck ",
	" pypy pypy3 python2 python3 python ",
	" pip2 pip3 pip ",
	" nodejs node ",
	" mawk nawk gawk awk ",
	" nvim vim ex view vi ",
	" yarnpkg yarn ",
	" gmake make ",
	" slogin ssh ",
	" hub git ",
	" ncat netcat nc ",
	" gsed sed ", " gtar bsdtar tar ", " gfind find ", " gxargs xargs ",
	" grm rm ", " gmv mv ", " gcp cp ", " gdd dd ", " gln ln ", " gchmod chmod ", " gchown chown ", " gtee tee ", " gtruncate truncate ",
	" docker-compose podman-compose ",
}

// families are the further names under which a deny rule knows a program:
// python for python3.12, mkfs for mkfs.ext4, gcc for gcc-12.
func families(name string) []string {
	var list []string
	bare := name
	for bare != "" && (bare[len(bare)-1] == '.' || bare[len(bare)-1] == '-' || bare[len(bare)-1] >= '0' && bare[len(bare)-1] <= '9') {
		bare = bare[:len(bare)-1]
	}
	if bare != "" && bare != name && str.In(bare, "python", "pip", "ruby", "perl", "php", "lua", "node", "gcc", "g++", "clang", "clang++", "pypy", "java", "psql", "pg_dump") {
		list = append(list, bare)
		if major := name[len(bare):]; str.HasPrefix(major, "3") && len(major) > 1 {
			list = append(list, bare+"3")
		}
		name = bare
	}
	for _, line := range sameProgram {
		if !str.Contains(line, " "+name+" ") {
			continue
		}
		last := line[str.LastIndexByte(line[:len(line)-1], ' ')+1 : len(line)-1]
		if last != name {
			list = append(list, last)
		}
	}
	if str.HasPrefix(name, "mkfs.") || str.HasPrefix(name, "fsck.") {
		list = append(list, name[:4])
	}
	return list
}
