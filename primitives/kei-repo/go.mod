module kei-repo

go 1.26.0

require (
	github.com/BurntSushi/toml v1.6.0
	golang.org/x/mod v0.42.0
)
