package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"kei/internal/tomlpos"
	"kei/templates"

	"github.com/spf13/cobra"
)

// pipelines are the files that each host of repositories reads.
var pipelines = map[string]string{"github": ".github/workflows/kei.yml", "gitlab": ".gitlab/kei.yml"}

func (a *app) newCI() *cobra.Command {
	var p templates.Pipeline
	var dir string
	c := a.verb(&cobra.Command{
		Use:   "ci [-C DIR] --kei URL --sha256 SUM [--role ROLE] [--dir DIR] github|gitlab",
		Short: "start a check of changes: the policy's, and their work by the base's policy",
		Long: `The pipeline takes kei from an archive that holds it (kei_VERSION_linux_amd64.tar.gz),
if its SHA-256 is the given one. Of each proposed change it checks that the policy is
in order, that out/ is fresh and facts alone, and that the compiled gates answer what
was reviewed. With --role it also verifies the change as work of that role, by the
policy of the branch that it is for: a change cannot loosen what it is held to.

It reads the repository and nothing else, and has no secrets. Nothing is overwritten.`,
		Args:      args("github|gitlab"),
		ValidArgs: []string{"github", "gitlab"},
		Example: `
			kei new ci github --kei https://example.com/kei_1.0_linux_amd64.tar.gz --sha256 SUM
			kei new ci gitlab --kei https://example.com/kei.tar.gz --sha256 SUM --role web`,
	}, func(_ context.Context, args []string) error { return a.makeCI(args[0], dir, p) })
	c.Flags().StringVar(&p.URL, "kei", "", "the archive that holds kei: `URL` begins with https://")
	c.Flags().StringVar(&p.SHA256, "sha256", "", "its SHA-256: `SUM` is 64 hexadecimal digits")
	c.Flags().StringVar(&p.Role, "role", "", "verify each change as work of `ROLE`, too")
	c.Flags().StringVar(&dir, "dir", ".", "the repository: `DIR` is its root")
	return c
}

// webAddress is what can stand between single quotes in a shell, and is fetched over TLS.
var webAddress = regexp.MustCompile(`^https://[A-Za-z0-9._~:/?#@!$&()*+,;=%\[\]-]+$`)

var hexSum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// makeCI writes the pipeline of a host into a repository.
func (a *app) makeCI(host, dir string, p templates.Pipeline) error {
	file, ok := pipelines[host]
	switch {
	case !ok:
		return fmt.Errorf("%s is none of github, gitlab%s", tomlpos.Printable(host), tomlpos.DidYouMean(host, []string{"github", "gitlab"}))
	case !webAddress.MatchString(p.URL):
		return errors.New("--kei is the address of an archive that holds kei, https://...; a pipeline takes kei from there")
	case !hexSum.MatchString(p.SHA256):
		return errors.New("--sha256 is the checksum of that archive, 64 hexadecimal digits; sha256sum FILE prints it")
	}
	policy, err := a.policyWithin(dir)
	if err != nil {
		return err
	}
	p.Policy = policy
	if p.Role != "" {
		if _, err := a.role(p.Role); err != nil {
			return err
		}
	}
	text, err := templates.CI(host, p)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("--dir %s is not a folder", dir)
	}
	defer root.Close()
	if err := plantFile(root, file, text); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, filepath.Join(dir, filepath.FromSlash(file)))
	if host == "gitlab" {
		fmt.Fprintln(a.stderr, "kei: .gitlab-ci.yml takes it in with: include: [{local: .gitlab/kei.yml}]")
	}
	return nil
}

// policyWithin is the policy folder as a path from a repository's root.
func (a *app) policyWithin(dir string) (string, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	policy, err := filepath.Abs(a.dir)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(root, policy)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("the policy folder %s is not in %s; name the repository's root with --dir, the policy with -C", a.dir, dir)
	}
	if slash := filepath.ToSlash(rel); plainPath(slash) {
		return slash, nil
	}
	return "", fmt.Errorf("the policy folder's path %s has signs that a pipeline can't be trusted with; give it a plain name", tomlpos.Printable(rel))
}
