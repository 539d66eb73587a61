package templates

// A Matrix is what out/ROLES.md says. Its tables are Markdown already.
type Matrix struct {
	Mark                                    string
	NotSpawnable                            []string
	Capabilities, Tools, Escalation, Agents string
	Losses                                  string // what clients cannot say of the agents
	Roles                                   []RoleSection
}

// A RoleSection is what it says of one role.
type RoleSection struct {
	Name, Title, About, Extends              string
	Spawnable                                bool
	Subagent, Isolation, Escalation, Handoff string
	Capabilities, UseCases                   []string
	Tools                                    string
}

// RoleMatrix is out/ROLES.md.
func RoleMatrix(m Matrix) ([]byte, error) { return execute("roles.md", m) }
