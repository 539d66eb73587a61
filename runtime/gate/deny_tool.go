package gate

import "kei/runtime/client"

// DenyTool denies tools by name, whatever they are asked to do.
type DenyTool struct {
	Capability string   `toml:"-"`
	Severity   Severity `toml:"severity"`
	Bypass     string   `toml:"bypass-env"`
	Tools      []string `toml:"tools-denied"`
	Instead    string   `toml:"instead"`
}

// Check implements [Rule].
func (r *DenyTool) Check(c *Call) error {
	for _, t := range r.Tools {
		if !client.Means(t, &c.Call) {
			continue
		}
		if c.bypassed(r.Bypass) {
			return nil
		}
		return &Denial{r.Capability, c.Tool + " is denied for this role" + orElse(r.Instead), r.Severity}
	}
	return nil
}
