//go:build !linux

package ledger

import "database/sql"

func sqlOpen(url string) (*sql.DB, error) { return sql.Open("pgx", url) }

func startPostgres() (url string, stop func(), why string) {
	return "", nil, "this test starts one on Linux only"
}
