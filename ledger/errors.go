package ledger

import (
	"fmt"
	"strings"
)

// A NotFoundError is that the ledger has no row of that id.
type NotFoundError struct {
	ID   string
	Want []Status // of what a row was wanted; nil: of any
}

func (e *NotFoundError) Error() string { return "no " + adjective(e.Want) + "agent with id " + e.ID }

// A StatusError is a change that does not start at the status the row has.
type StatusError struct {
	ID   string
	Is   Status
	Want []Status
	To   Status // "": the change is none of status
}

func (e *StatusError) Error() string {
	already := ""
	if e.Is == e.To {
		already = " already"
	}
	return fmt.Sprintf("no %sagent with id %s: it is %s%s", adjective(e.Want), e.ID, e.Is, already)
}

func adjective(list []Status) string {
	if len(list) == 0 {
		return ""
	}
	var words []string
	for _, s := range list {
		words = append(words, string(s))
	}
	return strings.Join(words, " or ") + " "
}

// A DuplicateIDError is a fork of an id that has a row, which stays as it is.
type DuplicateIDError struct {
	ID     string
	Status Status // of that row
}

func (e *DuplicateIDError) Error() string {
	return fmt.Sprintf("agent id %s is in the ledger already, as %s; take another id", e.ID, e.Status)
}

// A DNACollisionError is a fork with the DNA of another row. The caller draws
// another nonce and tries again.
type DNACollisionError struct{ DNA string }

func (e *DNACollisionError) Error() string {
	return "dna collision: " + e.DNA + " already present — regenerate nonce and retry"
}

// An ArgumentError is a value that no row can hold.
type ArgumentError struct{ Field, Reason string }

func (e *ArgumentError) Error() string { return e.Field + " " + e.Reason }

// A MissingError is that there is no ledger where one was expected.
type MissingError struct {
	Where string
	Empty bool // there is a file, and nothing in it
}

func (e *MissingError) Error() string {
	if e.Empty {
		return "the ledger " + e.Where + " is an empty file; kei ledger init makes one of it"
	}
	return "no ledger at " + e.Where + "; kei ledger init makes one"
}

// A ReplacedError is a ledger whose file was deleted, or replaced by another, while
// it was open: what has been written since cannot be relied on.
type ReplacedError struct{ Where string }

func (e *ReplacedError) Error() string {
	return "ledger " + e.Where + ": its file was deleted or replaced while it was open; put it back, or kei ledger rebuild makes it from the agents' journals"
}

// A VersionError is a ledger that a later kei wrote.
type VersionError struct {
	Where     string
	Has, Know int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("ledger %s has version %d, this kei knows them up to %d", e.Where, e.Has, e.Know)
}

// A Duplicate is a DNA that several rows of an old ledger have.
type Duplicate struct {
	DNA  string
	Rows int
}

// A BlockedError is a ledger that cannot be brought up to date because rows in
// it share a DNA. It is left at version 4.
type BlockedError struct {
	Where      string
	Duplicates []Duplicate
}

func (e *BlockedError) Error() string {
	var list []string
	for _, d := range e.Duplicates {
		list = append(list, fmt.Sprintf("%s in %d rows", d.DNA, d.Rows))
	}
	return "ledger " + e.Where + " stays at version 4: every dna may stand in one row only, and there is " + strings.Join(list, ", ") +
		"; change or clear it in all rows but one"
}

// mend is what to do about a ledger whose file is damaged.
const mend = "put a backup in its place, or kei ledger rebuild makes it from the agents' journals"

// A DamagedError is a ledger whose file does not hold what was written to it.
type DamagedError struct {
	Where string
	What  string // as the database says it
}

func (e *DamagedError) Error() string {
	return "the ledger " + e.Where + " is damaged: " + e.What + "; " + mend
}
