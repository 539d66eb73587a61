package hooks

// gateVariable names the gate to kei atom, which holds an agent to what that
// grants. A hook can't set it: its environment is not that of the commands which
// the client runs. A client's own settings of the session can, and so can a plugin
// that runs in the client's process.
const gateVariable = "KEI_GATE"

const sessionKey = "env"

// sessionGate is what the session's environment says of the gate, "" for nothing.
func sessionGate(d *document) string {
	all, ok := d.root.get(sessionKey)
	if !ok || all.kind != '{' {
		return ""
	}
	return d.str(all, gateVariable)
}

// setSessionGate names the gate to the session. One that is named already, by a
// person, is not replaced.
func setSessionGate(d *document, gate string) error {
	if err := d.once(d.root, "", sessionKey); err != nil {
		return err
	}
	all, ok := d.root.get(sessionKey)
	if !ok {
		return d.add(d.root, sessionKey, object{{gateVariable, gate}})
	}
	if all.kind != '{' {
		return d.wrong(all, sessionKey, "an object")
	}
	switch was, ok := all.get(gateVariable); {
	case !ok:
		return d.add(all, gateVariable, gate)
	case d.str(all, gateVariable) != gate:
		return errorAt(d.file, d.text, was.start, sessionKey+"."+gateVariable+" is there and names another gate; remove it first")
	}
	return d.once(all, sessionKey+".", gateVariable)
}

// unsetSessionGate undoes setSessionGate.
func unsetSessionGate(d *document, gate string) error {
	all, ok := d.root.get(sessionKey)
	if !ok || sessionGate(d) != gate {
		return nil
	}
	if len(all.members) == 1 && !d.comments(all.start, all.end) {
		return d.remove(d.root, d.root.index(sessionKey))
	}
	return d.remove(all, all.index(gateVariable))
}
