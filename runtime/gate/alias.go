package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/word"
)

// aliased unfolds an alias that the call itself makes and uses, with what stands behind it:
// git -c alias.up=push up origin +main. What the setting alone runs is read with
// the other settings.
func (u *unfolding) aliased(cmd command, inv *invocation.Invocation, depth int) {
	if inv.UnknownSub == nil || !inv.Aliases() || !inv.UnknownSub.Known() {
		return
	}
	key := "alias." + str.Lower(inv.UnknownSub.Text) + "="
	for i := range inv.Given {
		for _, v := range inv.Given[i].Values {
			if len(v.Text) <= len(key) || str.Lower(v.Text[:len(key)]) != key || v.Holed() {
				continue
			}
			value := str.Trim(v.Text[len(key):])
			next := command{by: cmd.name(), from: cmd.at + 1, at: cmd.at, remote: cmd.remote, Command: word.Command{Dirs: cmd.Dirs}}
			if str.HasPrefix(value, "!") {
				value = value[1:]
			} else {
				value = inv.Program.Name + " " + value
			}
			for _, one := range str.Fields(value) {
				next.Words = append(next.Words, word.Word{Text: one})
			}
			for j, w := range inv.Words {
				if j > 0 && inv.Parts[j] == invocation.IsOperand && w.Text == inv.UnknownSub.Text {
					next.Words = append(next.Words, inv.Words[j+1:]...)
					break
				}
			}
			u.add(next, depth+1)
		}
	}
}
