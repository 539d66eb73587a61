package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// gitCommands are git's own subcommands and its well-known companions; any
// other word may be an alias.
const gitCommands = " add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config count-objects credential credential-cache credential-store daemon describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsmonitor--daemon gc get-tar-commit-id gitk grep gui hash-object help history hook http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers last-modified lfs log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm scalar send-email send-pack shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version whatchanged worktree write-tree flow crypt filter-repo absorb secret annex town extras "

// git unfolds what a git command runs: aliases given on its command line,
// configuration that names programs, and the commands of rebase --exec,
// bisect run, submodule foreach and filter-branch.
func (u *unfolding) git(cmd command, depth int) {
	rest, options := skipOptions(cmd.Words[1:], gitTakes)
	for i := 0; i < len(options); i++ {
		t := options[i].Text
		switch {
		case t == "-c" && i+1 < len(options):
			i++
			u.gitSetting(options[i], cmd, depth)
		case t == "--config-env" && i+1 < len(options):
			i++
			u.gitEnvSetting(options[i].Text, cmd)
		case str.HasPrefix(t, "--config-env="):
			u.gitEnvSetting(t[len("--config-env="):], cmd)
		case str.HasPrefix(t, "--exec-path="):
			u.unsure = append(u.unsure, "git --exec-path runs the programs of another folder")
		case options[i].Holed():
			u.unsure = append(u.unsure, "an option of git is computed at run time")
		}
	}
	if len(rest) == 0 {
		return
	}
	sub, args := rest[0].Text, rest[1:]
	switch sub {
	case "config":
		u.gitConfig(args, cmd, depth)
	case "clone", "init":
		for i, a := range args {
			if str.In(a.Text, "-c", "--config") && i+1 < len(args) {
				u.gitSetting(args[i+1], cmd, depth)
			} else if str.HasPrefix(a.Text, "--config=") {
				u.gitSetting(part(a, len("--config=")), cmd, depth)
			}
		}
	case "for-each-repo":
		words, _ := skipOptions(args, " --config ")
		u.run(append([]word.Word{{Text: "git"}}, words...), cmd, depth)
	case "send-email":
		u.optionText(args, cmd, depth, "--sendmail-cmd", "--to-cmd", "--cc-cmd", "--header-cmd", "--smtp-server")
	case "instaweb":
		u.optionText(args, cmd, depth, "--httpd", "--browser", "-d", "-b")
	case "rebase":
		u.clusterText(args, 'x', cmd, depth)
		u.optionText(args, cmd, depth, "-x", "--exec")
	case "bisect":
		if len(args) > 1 && args[0].Text == "run" {
			u.run(args[1:], cmd, depth)
		}
	case "submodule":
		for i, a := range args {
			if a.Text == "foreach" {
				words, _ := skipOptions(args[i+1:], "")
				u.runText(words, cmd, depth)
				break
			}
		}
	case "filter-branch":
		u.optionText(args, cmd, depth, "--tree-filter", "--index-filter", "--env-filter", "--msg-filter", "--parent-filter", "--commit-filter", "--tag-name-filter", "--setup")
	case "difftool", "mergetool":
		u.clusterText(args, 'x', cmd, depth)
		u.optionText(args, cmd, depth, "-x", "--extcmd")
	case "grep":
		u.optionText(args, cmd, depth, "-O", "--open-files-in-pager")
	}
	for _, o := range [...]string{"--upload-pack", "--receive-pack", "--exec", "-u"} {
		if sub != "rebase" && str.In(sub, "fetch", "pull", "clone", "push", "ls-remote", "archive", "fetch-pack", "send-pack") && (o != "-u" || str.In(sub, "clone", "fetch-pack")) {
			u.optionText(args, cmd, depth, o)
		}
	}
	for _, a := range args {
		if str.HasPrefix(a.Text, "ext::") {
			u.runText([]word.Word{{Text: a.Text[len("ext::"):], Split: a.Split}}, cmd, depth)
		}
	}
}

// clusterText unfolds the text behind a cluster of options that ends in letter.
func (u *unfolding) clusterText(args []word.Word, letter byte, cmd command, depth int) {
	for i, a := range args {
		if t := a.Text; len(t) > 2 && t[0] == '-' && t[1] != '-' && t[len(t)-1] == letter && lettersOnly(t[1:]) && i+1 < len(args) {
			u.runText(args[i+1:i+2], cmd, depth)
		}
	}
}

const gitTakes = " -C -c --git-dir --work-tree --namespace --super-prefix --config-env --exec-path --attr-source "

// optionText unfolds the shell text given to one of the options.
func (u *unfolding) optionText(args []word.Word, cmd command, depth int, names ...string) {
	for i, a := range args {
		for _, n := range names {
			switch {
			case a.Text == n || str.HasPrefix(n, "--") && isLong(a.Text, n) && !str.Contains(a.Text, "="):
				if i+1 < len(args) {
					u.runText(args[i+1:i+2], cmd, depth)
				}
			case str.HasPrefix(a.Text, n+"=") || str.HasPrefix(n, "--") && isLong(a.Text, n) && str.Contains(a.Text, "="):
				u.runText([]word.Word{{Text: a.Text[str.IndexByte(a.Text, '=')+1:]}}, cmd, depth)
			case len(n) == 2 && str.HasPrefix(a.Text, n) && !str.HasPrefix(a.Text, "--"):
				u.runText([]word.Word{{Text: a.Text[2:]}}, cmd, depth)
			}
		}
	}
}

// gitSetting judges the value of one key=value.
func (u *unfolding) gitSetting(w word.Word, cmd command, depth int) {
	key, value, _ := str.Cut(w.Text, '=')
	u.gitValue(key, word.Word{Text: value, Split: w.Split}, cmd, depth)
}

func (u *unfolding) gitEnvSetting(s string, cmd command) {
	key, _, _ := str.Cut(s, '=')
	if gitRuns(key) {
		u.cannot(cmd.text() + " takes " + key + ", which can run a program, from the environment; leave it out")
	}
}

// gitConfig judges git config KEY VALUE, which a later command obeys.
func (u *unfolding) gitConfig(args []word.Word, cmd command, depth int) {
	words, _ := split(args)
	if len(words) > 0 && str.In(words[0].Text, "set", "get", "unset", "list", "edit") {
		words = words[1:]
	}
	if len(words) < 2 {
		return
	}
	u.gitValue(words[0].Text, words[1], cmd, depth)
}

func (u *unfolding) gitValue(key string, value word.Word, cmd command, depth int) {
	if i := str.Index(value.Text+key, "ext::"); i >= 0 {
		// remote.x.url, or url.ext::...insteadOf
		text := value.Text
		if j := str.Index(key, "ext::"); j >= 0 {
			text = key[j:]
		}
		u.runText([]word.Word{{Text: text[str.Index(text, "ext::")+len("ext::"):]}}, cmd, depth)
	}
	if !gitRuns(key) {
		return
	}
	if value.Holed() {
		u.cannot("the value of " + key + ", which git runs, is computed at run time; leave it out")
		return
	}
	if value.Text == "" || str.In(str.Lower(key), "core.fsmonitor") && str.In(value.Text, "true", "false") ||
		str.In(str.Lower(key), "core.pager", "core.editor") && str.In(value.Text, "cat", "less", "true", ":") {
		return
	}
	if str.In(str.Lower(key), "core.hookspath", "include.path", "init.templatedir", "core.attributesfile") || str.HasPrefix(str.Lower(key), "includeif.") {
		u.unsure = append(u.unsure, key+" makes git run what is in "+value.Text)
		return
	}
	if str.HasPrefix(str.Lower(key), "alias.") && !str.HasPrefix(value.Text, "!") {
		value.Text = "git " + value.Text
	} else if str.HasPrefix(value.Text, "!") {
		value.Text = value.Text[1:]
	}
	u.runText([]word.Word{{Text: value.Text}}, cmd, depth)
}

// gitRuns reports whether git runs the value of a key, or what is in the
// folder that it names.
func gitRuns(key string) bool {
	k := str.Lower(key)
	if str.In(k, "core.sshcommand", "core.fsmonitor", "core.hookspath", "core.pager", "core.editor", "core.askpass", "core.gitproxy",
		"core.alternaterefscommand", "sequence.editor", "diff.external", "gpg.program", "uploadpack.packobjectshook", "interactive.difffilter",
		"init.templatedir", "include.path", "credential.helper", "web.browser", "core.attributesfile", "sendemail.smtpserver", "gc.recentobjectshook") {
		return true
	}
	for _, p := range [...]string{"alias.", "pager.", "includeif.", "browser.", "man.", "sendemail.", "instaweb.", "mergetool.", "difftool.", "gpg.", "filter.", "credential.", "trailer.", "guitool.", "hook."} {
		if str.HasPrefix(k, p) {
			return true
		}
	}
	for _, e := range [...]string{".command", ".textconv", ".driver", ".uploadpack", ".receivepack", ".vcs", ".cmd", ".helper", ".proxy", ".update"} {
		if str.HasSuffix(k, e) {
			return true
		}
	}
	return false
}

// gitConfigForms are further forms of a git command with -c KEY=VALUE or
// --config-env, so that a pattern such as ^git -c core.hooksPath sees either.
func gitConfigForms(options, rest []word.Word) [][]word.Word {
	var list [][]word.Word
	for i := 0; i < len(options); i++ {
		t := options[i].Text
		switch {
		case t == "-c" && i+1 < len(options):
			t = options[i+1].Text
			i++
		case t == "--config-env" && i+1 < len(options):
			t = options[i+1].Text
			i++
		case str.HasPrefix(t, "--config-env="):
			t = t[len("--config-env="):]
		default:
			continue
		}
		key, value, _ := str.Cut(t, '=')
		list = append(list, append([]word.Word{{Text: "-c"}, {Text: key}, {Text: value}}, rest...))
	}
	return list
}

// mayBeAlias reports whether a git command's subcommand is none of git's own:
// then an alias may stand for any.
func (cmd *command) mayBeAlias() bool {
	if str.Lower(cmd.name()) != "git" {
		return false
	}
	rest, _ := skipOptions(cmd.Words[1:], gitTakes)
	if len(rest) == 0 || isOption(rest[0].Text) {
		return false
	}
	return !str.Contains(gitCommands, " "+rest[0].Text+" ")
}

// harmlessGlobals takes away git's options that neither run a program nor
// choose another repository's configuration.
func harmlessGlobals(c *Call, args []word.Word) ([]word.Word, bool) {
	i := 0
	for i < len(args) && isOption(args[i].Text) {
		switch t := args[i].Text; {
		case str.In(t, "--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--glob-pathspecs", "--icase-pathspecs", "--no-replace-objects", "--no-lazy-fetch", "--no-advice"):
			i++
		case t == "-C" && i+1 < len(args) && args[i+1].Known():
			if at, err := c.place(args[i+1].Text); err != nil || !at.Inside {
				return nil, false
			}
			i += 2
		default:
			return nil, false
		}
	}
	return args[i:], i > 0
}
