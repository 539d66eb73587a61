package gate

import "testing"

// TestLoads holds which programs may load a file b.py (or b.js) in a folder lib that they wrote.
func TestLoads(t *testing.T) {
	for _, c := range []struct {
		lang, program string
		want          bool
	}{
		{"python", "import re\ns = open('lib/b.py').read()\nopen('lib/b.py', 'w').write(re.compile('x').sub('y', s))", false},
		{"python", "import re, pathlib\npathlib.Path('lib/b.py').write_text(s)", false},
		{"python", "open('b.py', 'w').write(s); import b", true},
		{"python", "from lib import x\nopen('lib/b.py', 'w').write(s)", true},
		{"python", "import os, \\\n  b", true},
		{"python", "open('b.py', 'w').write(s); exec(open('b.py').read())", true},
		{"python", "__import__('b')", true},
		{"python", "import subprocess; subprocess.run(['python3', 'b.py'])", true},
		{"python", "compile(open('b.py').read(), 'x', 'exec')", true},
		{"node", "const fs = require('fs'); fs.writeFileSync('lib/b.js', s)", false},
		{"node", "import fs from 'fs'\nfs.writeFileSync('lib/b.js', s)", false},
		{"node", "fs.writeFileSync('b.js', s); require('./b')", true},
		{"node", "fs.writeFileSync('b.js', s); require('./' + 'b.js')", true},
		{"node", "fs.writeFileSync(p, s); import('./b.js')", true},
		{"node", "const f = 'b.js'; require(f)", true},
		{"ruby", "File.write('b.rb', s); load 'b.rb'", true},
		{"ruby", "File.write('c.rb', s)", false},
	} {
		if got := loads(c.lang, c.program, "b", "lib"); got != c.want {
			t.Errorf("loads(%s, %q) is %v, want %v", c.lang, c.program, got, c.want)
		}
	}
}
