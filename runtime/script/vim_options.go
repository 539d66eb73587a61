package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// vimHarmless are the options of vim that name no file, no program and no expression, with
// their short names. What stands neither here nor in vimFiled is refused.
const vimHarmless = " aleph al allowrevins ari altkeymap akm ambiwidth ambw antialias anti arabic arab arabicshape arshape autoindent ai autoread ar background bg backspace bs backupcopy bkc backupskip bsk " +
	"balloondelay bdlay ballooneval beval balloonevalterm bevalterm belloff bo binary bin bioskey biosk bomb breakat brk breakindent bri breakindentopt briopt browsedir bsdir bufhidden bh buflisted bl " +
	"buftype bt casemap cmp cdhome cdh cedit cindent cin cinkeys cink cinoptions cino cinwords cinw cinscopedecls cinsd clipboard cb cmdheight ch cmdwinheight cwh colorcolumn cc columns co comments com " +
	"commentstring cms compatible cp complete cpt completeopt cot completepopup cpp completeslash csl concealcursor cocu conceallevel cole confirm cf conskey consk copyindent ci cryptmethod cm " +
	"cscopepathcomp cspc cscopequickfix csqf cscoperelative csre cscopetag cst cscopetagorder csto cscopeverbose csverb cursorbind crb cursorcolumn cuc cursorline cul cursorlineopt culopt debug define def " +
	"delcombine deco diff diffopt dip digraph dg display dy eadirection ead edcompatible ed emoji emo encoding enc endoffile eof endofline eol equalalways ea errorbells eb errorformat efm esckeys ek eventignore ei " +
	"expandtab et fileencoding fenc fileencodings fencs fileformat ff fileformats ffs fileignorecase fic filetype ft fillchars fcs fixendofline fixeol fkmap fk foldclose fcl foldcolumn fdc foldenable fen " +
	"foldignore fdi foldlevel fdl foldlevelstart fdls foldmarker fmr foldmethod fdm foldminlines fml foldnestmax fdn foldopen fdo formatlistpat flp formatoptions fo fsync fs gdefault gd grepformat gfm guicursor gcr " +
	"guifont gfn guifontset gfs guifontwide gfw guiheadroom ghr guiligatures gli guioptions go guipty helpheight hh helplang hlg hidden hid highlight hl history hi hkmap hk hkmapp hkp hlsearch hls icon " +
	"ignorecase ic imactivatekey imak imcmdline imc imdisable imd iminsert imi imsearch ims imstyle imst include inc incsearch is indentkeys indk infercase inf insertmode im isfname isf isident isi iskeyword isk " +
	"isprint isp joinspaces js keymodel km keyprotocol kpc langmenu lm langnoremap lnr langremap lrm laststatus ls lazyredraw lz linebreak lbr lines linespace lsp lisp lispoptions lop lispwords lw list " +
	"listchars lcs loadplugins lpl macatsui magic makeencoding menc matchpairs mps matchtime mat maxcombine mco maxfuncdepth mfd maxmapdepth mmd maxmem mm maxmempattern mmp maxmemtot mmt menuitems mis " +
	"mkspellmem msm modifiable ma modified mod more mouse mousefocus mousef mousehide mh mousemodel mousem mousemoveevent mousemev mouseshape mouses mousetime mouset mzquantum mzq nrformats nf number nu " +
	"numberwidth nuw opendevice odev osfiletype oft paragraphs para paste preserveindent pi previewheight pvh previewpopup pvp previewwindow pvw printencoding penc printfont pfn printmbcharset pmbcs printmbfont " +
	"pmbfn printoptions popt prompt pumheight ph pumwidth pw pyxversion pyx quoteescape qe readonly ro redrawtime rdt regexpengine re relativenumber rnu remap renderoptions rop report restorescreen rs " +
	"revins ri rightleft rl rightleftcmd rlc ruler ru scroll scr scrollbind scb scrollfocus scf scrolljump sj scrolloff so scrollopt sbo sections sect secure selection sel selectmode slm sessionoptions ssop " +
	"shellslash ssl shelltemp stmp shelltype st shiftround sr shiftwidth sw shortmess shm shortname sn showbreak sbr showcmd sc showcmdloc sloc showfulltag sft showmatch sm showmode smd showtabline stal " +
	"sidescroll ss sidescrolloff siso signcolumn scl smartcase scs smartindent si smarttab sta smoothscroll sms softtabstop sts spell spellcapcheck spc spelllang spl spelloptions spo splitbelow sb splitkeep spk " +
	"splitright spr startofline sol suffixes su suffixesadd sua swapsync sws switchbuf swb synmaxcol smc syntax syn tabpagemax tpm tabstop ts tagbsearch tbs tagcase tc taglength tl tagrelative tr tagstack tgst term " +
	"termbidi tbidi termencoding tenc termguicolors tgc termwinkey twk termwinscroll twsl termwinsize tws termwintype twt terse textauto ta textmode tx textwidth tw tildeop top timeout to timeoutlen tm title " +
	"titlelen titleold toolbar tb toolbariconsize tbis ttimeout ttimeoutlen ttm ttybuiltin tbi ttyfast tf ttymouse ttym ttyscroll tsl ttytype tty undofile udf undolevels ul undoreload ur updatecount uc updatetime ut " +
	"varsofttabstop vsts vartabstop vts verbose vbs viewoptions vop virtualedit ve visualbell vb warn weirdinvert wiv whichwrap ww wildchar wc wildcharm wcm wildignore wig wildignorecase wic wildmenu wmnu " +
	"wildmode wim wildoptions wop winaltkeys wak wincolor wcr window wi winheight wh winfixheight wfh winfixwidth wfw winminheight wmh winminwidth wmw winwidth wiw wrap wrapmargin wm wrapscan ws write writeany wa " +
	"writebackup wb writedelay wd xtermcodes swapfile swf backup bk path pa dictionary dict thesaurus tsr tags tag helpfile hf cdpath cd inccommand icm pumblend pb winblend winbl all termcap modeline ml modelines mls "

// vimFiled are the options that say more, by what is done with their value: w writes the
// file, d files of their own into the folder, e files beside those that are written, r runs
// it, n a file behind the letter n of one of its parts, s folders out of which vim loads
// programs.
const vimFiled = " verbosefile=w vfile=w viminfofile=w vif=w shadafile=w sdf=w spellfile=w spf=w makeef=w mef=w undodir=d udir=d backupdir=d bdir=d directory=d dir=d viewdir=d vdir=d " +
	"runtimepath=s rtp=s packpath=s pp=s viminfo=n vi=n shada=n sd=n patchmode=e pm=e backupext=e bex=e shell=r sh=r shellcmdflag=r shcf=r equalprg=r ep=r formatprg=r fp=r grepprg=r gp=r makeprg=r mp=r keywordprg=r kp=r cscopeprg=r csprg=r "

// vimOption judges an option that is given a value.
func (v *vimScript) vimOption(name, value string, given bool) {
	if at := str.LastIndexByte(name, ':'); at >= 0 {
		name = name[at+1:] // &l:makeprg
	}
	if str.HasPrefix(name, "t_") || str.HasPrefix(name, "<") || name == "" || str.Contains(vimHarmless, " "+name+" ") {
		return
	}
	for _, off := range [...]string{"no", "inv"} {
		if str.HasPrefix(name, off) && !given {
			if str.Contains(vimHarmless, " "+name[len(off):]+" ") || v.vimSwitch(name[len(off):], true) {
				return
			}
		}
	}
	_, does, ok := str.CutText(vimFiled, " "+name+"=")
	switch {
	case !ok && v.vimSwitch(name, false):
	case !ok && given:
		v.found.cannot("the option " + str.OneLine(name, 40) + " of " + v.t.Program + " may name a file, a program or an expression; leave it out")
	case !ok:
		v.found.cannot("the option " + str.OneLine(name, 40) + " of " + v.t.Program + " is not known here; leave it out")
	case given:
		v.optionDoes(does[0], name, value)
	}
}

// vimSwitch reports whether an option is one that is on or off, and refuses those that make
// vim write, read or go somewhere by itself; off says that it is switched off.
func (v *vimScript) vimSwitch(name string, off bool) bool {
	switch {
	case !str.In(name, "autochdir", "acd", "autoshelldir", "asd", "autowrite", "aw", "autowriteall", "awa", "exrc", "ex", "modelineexpr", "mle"):
		return false
	case off:
	case str.In(name, "autowrite", "aw", "autowriteall", "awa"):
		v.files.saves = true
	default:
		v.found.cannot("the option " + name + " of " + v.t.Program + " makes it read or write elsewhere; leave it out")
	}
	return true
}

func (v *vimScript) optionDoes(does byte, name, value string) {
	value = str.Trim(value)
	switch {
	case value == "":
	case does == 'e':
		v.found.cannot(v.t.Program + " writes files beside those that it writes; leave the option " + name + " out")
	case match.Holed(value) && does == 'r':
		v.found.cannot(v.t.Program + " runs a program that is computed at run time; write it out")
	case does == 'r':
		v.found.shell(value)
	case does == 'w':
		v.write(value)
	case does == 's':
		v.found.unsure(v.t.Program + " loads what is in " + str.OneLine(value, 80))
	default:
		v.optionParts(does, value)
	}
}

// optionParts judges each part of a list: the folders of backups, the parts of viminfo.
func (v *vimScript) optionParts(does byte, list string) {
	for n := 0; list != "" && n < maxFiles; n++ {
		var part string
		part, list, _ = str.Cut(list, ',')
		switch part = str.Trim(part); {
		case does == 'n' && str.HasPrefix(part, "n"):
			v.write(part[1:])
		case does == 'd' && part != "" && part != ".":
			v.write(part)
			v.write(part + "/what is in it")
		}
	}
}

// set reads the words of :set, each of which ends at a blank without a backslash.
func (v *vimScript) set(arg string) {
	for n := 0; arg != ""; n++ {
		if n > 200 {
			v.found.cannot("more options of " + v.t.Program + " than anybody judges; split them up")
			return
		}
		var b []byte
		i := 0
		for i < len(arg) && arg[i] > ' ' || i < len(arg) && (arg[i] == match.Hole || arg[i] == match.HoleWord) {
			if arg[i] == '\\' && i+1 < len(arg) {
				i++
			}
			b = append(b, arg[i])
			i++
		}
		word := string(b)
		at := 0
		for at < len(word) && (isWord(word[at]) || str.IndexByte("<>", word[at]) >= 0) {
			at++
		}
		rest := word[at:]
		for rest != "" && str.IndexByte("+^-", rest[0]) >= 0 {
			rest = rest[1:]
		}
		given := rest != "" && (rest[0] == '=' || rest[0] == ':')
		if given {
			rest = rest[1:]
		}
		if at > 0 && !str.HasPrefix(word, "\"") {
			v.vimOption(word[:at], rest, given)
		}
		arg = str.Trim(arg[i:])
	}
}
