package script

import "testing"

// TestLoopback: what is asked of this machine itself is not sent anywhere.
func TestLoopback(t *testing.T) {
	check(t, []row{
		{"python", "import requests\nprint(requests.get('http://localhost:8000/x').status_code)", "!effect:sends; effect:fetches"},
		{"python", "import requests\nrequests.post('http://127.0.0.1:8000/x', json={'a': 1}, timeout=3)", "!effect:sends"},
		{"python", "import urllib.request as u\nu.urlopen('http://localhost:1/')", "!effect:sends"},
		{"python", "import requests\nrequests.get('http://example.com/')", "effect:sends"},
		{"python", "import requests\nrequests.get('http://localhost:8000@example.com/')", "effect:sends"},
		{"python", "import requests\nrequests.get('http://localhost', proxies={'http': 'http://example.com'})", "effect:sends"},
		{"python", "import requests\nrequests.get('http://localhost', **more)", "effect:sends"},
		{"python", "import requests, os\nos.environ['HTTP_PROXY'] = 'http://example.com'\nrequests.get('http://localhost')", "effect:sends"},
		{"python", "import requests\nrequests.get('http://localhost')\nrequests.get(x)", "effect:sends"},
		{"python", "import requests\nrequests.get('http://localhost' + x)", "effect:sends"},
		{"python", "import http.client as h\nc = h.HTTPConnection('localhost')\nc.host = 'example.com'\nc.request('POST', '/')", "effect:sends"},
		{"node", "fetch('http://localhost:3000/api').then(r => r.json()).then(console.log)", "!effect:sends"},
		{"node", "fetch('http://localhost:3000/api', {method: 'POST', body: '{}'})", "!effect:sends"},
		{"node", "fetch('http://localhost:3000/api', {dispatcher: d})", "effect:sends"},
		{"node", "fetch(url)", "effect:sends"},
	})
}
