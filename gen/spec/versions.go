package spec

// The versions of the schemas. What a new one of each place means says
// docs/schema.md.
const (
	CapabilityVersion = "1.0.0" // of capability.toml
	RoleVersion       = "1.1.0" // of roles/<name>.toml
	DefinitionVersion = "2.0.0" // of agents/<name>/agent.toml
)
