package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// maxSpec is how many bytes a task may have.
const maxSpec = 1 << 20

// leastSHA is with how many digits a SHA-256 may be named.
const leastSHA = 8

// ForkOf is [Ledger.Fork] for an agent whose task is at hand: the text is kept
// by its SHA-256, which is the row's.
func (l *Ledger) ForkOf(ctx context.Context, a Agent, task []byte) (Row, error) {
	sha, err := specSHA(task)
	if err != nil {
		return Row{}, err
	}
	a.SpecSHA = sha
	return l.forkAnd(ctx, a, func(t *tx) error { return t.keepSpec(sha, task) })
}

// KeepSpec keeps the text of a task by its SHA-256, which it returns.
func (l *Ledger) KeepSpec(ctx context.Context, task []byte) (string, error) {
	sha, err := specSHA(task)
	if err != nil {
		return "", err
	}
	return sha, l.do(ctx, l.dialect.write, func(t *tx) error { return t.keepSpec(sha, task) })
}

func specSHA(task []byte) (string, error) {
	text := string(task)
	if len(task) > maxSpec {
		return "", &ArgumentError{"the task", fmt.Sprintf("has %d bytes, more than the %d that are kept", len(task), maxSpec)}
	}
	if strings.ToValidUTF8(text, "") != text || strings.ContainsRune(text, 0) {
		return "", &ArgumentError{"the task", "is no text"}
	}
	sum := sha256.Sum256(task)
	return hex.EncodeToString(sum[:]), nil
}

func (t *tx) keepSpec(sha string, task []byte) error {
	n, err := t.count("SELECT count(*) FROM specs WHERE sha = ?", sha)
	if err != nil || n > 0 {
		return err
	}
	return t.exec("INSERT INTO specs (sha, text) VALUES (?, ?)", sha, string(task))
}

// Spec is the text of the task with this SHA-256, of which the first digits are
// enough if no other begins with them. What was changed in the database since is
// an error: it is not what the agent was told.
func (l *Ledger) Spec(ctx context.Context, sha string) (task []byte, err error) {
	given := sha
	sha = strings.ToLower(sha)
	if len(sha) < leastSHA || len(sha) > 2*sha256.Size || strings.Trim(sha, "0123456789abcdef") != "" {
		return nil, &ArgumentError{"sha", fmt.Sprintf("%s is not %d or more hexadecimal digits of a SHA-256", printable(given), leastSHA)}
	}
	var found []string
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		found = nil
		return t.all(func(scan func(...any) error) error {
			var is, text string
			err := scan(&is, &text)
			found, task = append(found, is), []byte(text)
			return err
		}, "SELECT sha, text FROM specs WHERE sha LIKE ? ORDER BY sha LIMIT 2", sha+"%")
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, &NoSpecError{sha}
	case len(found) > 1:
		return nil, &ArgumentError{"sha", sha + " begins more than one; give more digits"}
	}
	if is, err := specSHA(task); err != nil || is != found[0] {
		return nil, fmt.Errorf("the text that is kept of the task %s is another, and not what the agent was told", found[0])
	}
	return task, nil
}

// NoSpecError is that no text is kept of a task.
type NoSpecError struct{ SHA string }

func (e *NoSpecError) Error() string {
	return "no text is kept of a task " + e.SHA + "; of agents that were forked by its SHA-256 alone there is none"
}

// checkSpecs says which texts are not those that their SHA-256 is of.
func (t *tx) checkSpecs(c *checker) error {
	return t.all(func(scan func(...any) error) error {
		var sha, text string
		if err := scan(&sha, &text); err != nil {
			return err
		}
		if is, err := specSHA([]byte(text)); err != nil || is != sha {
			c.problem(0, "", "the text of the task %s was edited: its SHA-256 is another", printable(sha))
		}
		return nil
	}, "SELECT sha, text FROM specs ORDER BY sha")
}
