package source

import "encoding/json"

// ReadRows reads a report that a runner of kei's own writes: of each test its class, its
// name, what became of it (pass, skip or anything else), and what it said.
func ReadRows(data []byte) (list []Case, err error) {
	var rows [][4]string
	if err := json.Unmarshal(data, &rows); err != nil {
		return nil, err
	}
	for _, r := range rows {
		list = append(list, Case{Class: r[0], Name: r[1], Is: map[string]Outcome{"pass": Passes, "skip": Skips}[r[2]], Said: r[3]})
	}
	return list, nil
}
