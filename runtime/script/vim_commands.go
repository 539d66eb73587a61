package script

import "kei/runtime/str"

// A vimDoes says what a command of ex does with what stands behind it.
type vimDoes uint8

const (
	vimUnknown  vimDoes = iota
	vimShows            // shows, moves in or changes the text that is open, and touches nothing else
	vimLine             // the same, and takes the rest of its line, whatever stands in it
	vimValues           // takes expressions
	vimAround           // a command stands behind it, or behind its own words
	vimFor              // the rest of the line is run for each of something
	vimMatching         // behind a pattern, the rest of the line is run for each line
	vimChanges          // puts text in place of what a pattern finds
	vimInserts          // the lines up to a dot are text
	vimEdits            // opens the files that it is given
	vimFinds            // opens those behind a pattern
	vimReads            // puts a file or what a program prints into the text
	vimLoads            // reads the file that it is given
	vimSaves            // writes what is open, or the file that it is given
	vimSavesAll         // writes all that is open
	vimWrites           // writes the file that it is given
	vimPrograms         // a program of its own runs, with the words behind it
	vimOptions          // sets options
	vimAssigns          // gives a value to a variable or an option
	vimKeys             // types keys
	vimNames            // gives a command a name
	vimMaps             // gives keys a meaning
	vimSources          // runs commands of a file
	vimMoves            // goes to another folder
	vimEmbeds           // runs code in another language
	vimDefines          // begins a function
	vimExecutes         // runs a command that an expression gives
	vimRefused          // does what nobody can judge here
)

// vimCommands are those of vim's index, with how few letters name each. What does not
// stand here is not known, and so refused; names in capitals are a plugin's or the text's own.
var vimCommands = [...]struct {
	does  vimDoes
	names string
}{
	{vimShows, "N[ext] P[rint] X abc[lear] al[l] argded[upe] argd[elete] as[cii] b[uffer] bN[ext] ba[ll] bd[elete] be[have] bf[irst] bl[ast] bm[odified] bn[ext] bp[revious] " +
		"br[ewind] brea[k] breakd[el] breakl[ist] buffers bun[load] bw[ipeout] cN[ext] cNf[ile] cabc[lear] cabo[ve] cad[dbuffer] caf[ter] cat[ch] cbef[ore] cbel[ow] " +
		"cbo[ttom] cb[uffer] cc ccl[ose] ce[nter] cfir[st] cgetb[uffer] changes checkt[ime] chi[story] cla[st] cle[arjumps] cl[ist] clo[se] cmapc[lear] cn[ext] cnew[er] " +
		"cnf[ile] co[py] col[der] comc[lear] con[tinue] cope[n] cp[revious] cpf[ile] cq[uit] cr[ewind] cu[nmap] cuna[bbrev] cw[indow] d[elete] dl dp delc[ommand] delf[unction] " +
		"delm[arks] dif[fupdate] diffg[et] diffo[ff] diffpu[t] diffthis dig[raphs] di[splay] ea[rlier] echoh[l] el[se] enddef en[dif] endfo[r] endf[unction] endt[ry] " +
		"endw[hile] ene[w] exu[sage] files filet[ype] fina[lly] fini[sh] fix[del] fo[ld] foldc[lose] foldo[pen] go[to] h[elp] helpc[lose] hi[ghlight] his[tory] iabc[lear] " +
		"imapc[lear] int[ro] iu[nmap] iuna[bbrev] j[oin] ju[mps] k lN[ext] lNf[ile] l[ist] lab[ove] laddb[uffer] laf[ter] lan[guage] lat[er] lbef[ore] lbel[ow] lbo[ttom] " +
		"lb[uffer] lcl[ose] le[ft] lfir[st] lgetb[uffer] lhi[story] ll lla[st] lli[st] lmapc[lear] lne[xt] lnew[er] lnf[ile] lockv[ar] lol[der] lope[n] lp[revious] lpf[ile] " +
		"lr[ewind] ls lu[nmap] lw[indow] m[ove] ma[rk] mapc[lear] marks mat[ch] 2mat[ch] 3mat[ch] mes[sages] mod[e] nmapc[lear] noh[lsearch] nu[mber] nun[map] ol[dfiles] " +
		"omapc[lear] on[ly] ou[nmap] pc[lose] p[rint] po[p] pp[op] pre[serve] profd[el] pw[d] q[uit] quita[ll] qa[ll] red[o] redr[aw] redraws[tatus] redrawt[abline] reg[isters] " +
		"res[ize] ret[ab] rew[ind] ri[ght] sN[ext] sal[l] sb[uffer] sbN[ext] sba[ll] sbf[irst] sbl[ast] sbm[odified] sbn[ext] sbp[revious] sbr[ewind] scr[iptnames] " +
		"setf[iletype] sfir[st] sl[eep] sla[st] smapc[lear] smi[le] sor[t] spelli[nfo] spellr[epall] spelld[ump] spr[evious] sre[wind] startg[replace] star[tinsert] startr[eplace] stopi[nsert] " +
		"st[op] sus[pend] sun[hide] sunm[ap] sus[pend] sw[apname] sy[ntax] synti[me] sync[bind] t tabN[ext] tabc[lose] tabfir[st] tabl[ast] tabm[ove] tabn[ext] tabo[nly] tabp[revious] tabr[ewind] " +
		"tabs tags tmapc[lear] try u[ndo] undoj[oin] undol[ist] una[bbreviate] unh[ide] unl[et] unlo[ckvar] unm[ap] ve[rsion] viu[sage] vmapc[lear] vu[nmap] wi[nsize] " +
		"winc[md] winp[os] xmapc[lear] xu[nmap] y[ank] z fir[st] la[st] prev[ious] aug[roup] lcheckt[ime] checkh[ealth] ownsyntax # is[earch] il[ist] ds[earch] dli[st] ij[ump] dj[ump] ta[g] ts[elect] tj[ump] tn[ext] tp[revious] tr[ewind] tf[irst] tl[ast]"},
	{vimLine, "helpg[rep] lh[elpgrep]"},
	{vimValues, "pu[t] cal[l] cex[pr] cadde[xpr] cgete[xpr] lex[pr] lad[dexpr] lgete[xpr] ec[ho] echoc[onsole] echoe[rr] echom[sg] echon echow[indow] elsei[f] ev[al] for if wh[ile] retu[rn] th[row] defer"},
	{vimAround, "abo[veleft] bel[owright] bo[tright] bro[wse] conf[irm] filt[er] hid[e] hor[izontal] keepa[lt] kee[pmarks] keepj[umps] keepp[atterns] lefta[bove] leg[acy] loc[kmarks] " +
		"noa[utocmd] nos[wapfile] rightb[elow] san[dbox] sil[ent] tab to[pleft] uns[ilent] verb[ose] vert[ical] vim9[cmd] deb[ug]"},
	{vimFor, "argdo bufdo cdo cfd[o] ld[o] lfd[o] tabdo windo foldd[oopen] folddoc[losed]"},
	{vimMatching, "g[lobal] v[global]"},
	{vimChanges, "s[ubstitute] sm[agic] sno[magic] & &&"},
	{vimInserts, "a[ppend] i[nsert] c[hange]"},
	{vimEdits, "e[dit] ex vi[sual] vie[w] sp[lit] vs[plit] new vne[w] sv[iew] tabe[dit] tabnew n[ext] sn[ext] ar[gs] arga[dd] arge[dit] argg[lobal] argl[ocal] argu[ment] sa[rgument] fin[d] sf[ind] tabf[ind] bad[d] " +
		"balt ped[it] diffs[plit] dr[op]"},
	{vimFinds, "vim[grep] vimgrepa[dd] lv[imgrep] lvimgrepa[dd]"},
	{vimReads, "r[ead]"},
	{vimLoads, "cf[ile] cg[etfile] caddf[ile] lf[ile] lg[etfile] laddf[ile] rund[o] rv[iminfo] rec[over]"},
	{vimSaves, "w[rite] wq wn[ext] wN[ext] wp[revious] x[it] exi[t] sav[eas] up[date] f[ile] mk[exrc] mks[ession] mkv[imrc]"},
	{vimSavesAll, "wa[ll] wqa[ll] xa[ll]"},
	{vimWrites, "redi[r] wu[ndo] wv[iminfo] mkvie[w] mksp[ell] ha[rdcopy]"},
	{vimOptions, "se[t] setl[ocal] setg[lobal]"},
	{vimAssigns, "let cons[t] final var"},
	{vimKeys, "norm[al]"},
	{vimNames, "com[mand]"},
	{vimMaps, "map nm[ap] vm[ap] xm[ap] smap om[ap] im[ap] lm[ap] cm[ap] tma[p] no[remap] nn[oremap] vn[oremap] xn[oremap] snor[emap] ono[remap] ino[remap] ln[oremap] cno[remap] tno[remap] " +
		"ab[breviate] ca[bbrev] cnorea[bbrev] ia[bbrev] inorea[bbrev] norea[bbrev]"},
	{vimSources, "so[urce] ru[ntime] luaf[ile] pyf[ile] py3f[ile] pyxf[ile] rubyf[ile] perlf[ile] tclf[ile] colo[rscheme] comp[iler] pa[ckadd] packl[oadall]"},
	{vimMoves, "cd lc[d] tc[d] chd[ir] lch[dir] tch[dir]"},
	{vimEmbeds, "py[thon] pyt py3 python3 pyx pythonx pyd[o] py3d[o] pyxd[o] lua luad[o] pe[rl] perld[o] rub[y] rubyd[o] tc[l] tcl tcld[o]"},
	{vimDefines, "fu[nction] def"},
	{vimExecutes, "exe[cute]"},
	{vimPrograms, "mak[e] lmak[e] gr[ep] grepa[dd] lgr[ep] lgrepa[dd] ter[minal] sh[ell] helpt[ags] prof[ile] spe[llgood] spellw[rong] spellra[re] spellu[ndo]"},
	{vimRefused, "@ @@ * au[tocmd] do[autocmd] doautoa[ll] cs[cope] lcs[cope] scs[cope] mz[scheme] mzf[ile] diffp[atch] imp[ort] vim9s[cript]"},
}

// vimCommand is what the command of a name does, and its whole name.
func vimCommand(name string) (does vimDoes, full string) {
	if name == "" {
		return vimShows, ""
	}
	if str.IndexByte("<>~", name[0]) >= 0 || name[0] == 'k' && !str.HasPrefix(name, "kee") {
		return vimShows, name[:1] // :ka sets a mark, :>> moves text
	}
	for i := range vimCommands {
		for rest := vimCommands[i].names; rest != ""; {
			var entry string
			entry, rest, _ = str.Cut(rest, ' ')
			least, more, _ := str.Cut(entry, '[')
			full = least + str.TrimSuffix(more, "]")
			if entry != "" && len(name) >= len(least) && str.HasPrefix(full, name) {
				return vimCommands[i].does, full
			}
		}
	}
	switch {
	case str.OnlyOf(name[1:], "cgiInrpel&#") && name[0] == 's':
		return vimShows, "s" // :sgi repeats the last one
	case str.In(name[len(name)-1:], "l", "p") && short(name[:len(name)-1], "delete", 1):
		return vimShows, "delete"
	}
	return vimUnknown, name
}
