import { ambiguousVerbs, verbs } from './english-verbs.ts';

const maxLetters = 4;

/**
 * First four letters of words by rule, shorter words as a whole. A rule is tried only in a text with one
 * of its words.
 */
const starts = {
  should: 'shou ough',
  must: 'must',
  obligation: `to have has ve need obli requ comp boun supp bett way choi alte opti shal no not can cann won will unde acco only your
    firs next prio dema nego non leav time had`,
  necessity:
    'nece need requ esse mand comp obli indi impe cruc vita unav ines non unac not crit must impo key prer prec',
  imperative: `${verbs} ${ambiguousVerbs} do don never be bear kindly remember better best have insist rely deal act agree`,
  please: 'plea',
  request:
    'ask aske requ inst expe want need beg like advi insi reco sugg prop let urge orde told you up',
  best: 'best',
  recommend: 'reco',
  right: 'righ corr wron',
  choice: 'i we my our mine me',
  order: `choo pick sele go opt sett stic vote take adop pref favo back endo lean stee avoi reje rule drop skip sugg advi reco urge cham
    bet plum side star scra ditc forg cros stri aban disc dism canc keep use hire book buy rent`,
  verdict: `unth inco inde unju sugg rewa beat alte drai thro impo diff said answ solu forw tick rely coun depe trus rest narr cate resp poin meas aspe prem earl soon risk ambi bott done case end tick same tops lead carr mone argu ever mile marg towe mad sill craz irre safe smar wise soun stro fine grea nice sane sure weak wors sens reas obvi clea idea perf natu logi supe infe
    bett good exce soli winn righ poor bad terr wron unwi fool outs prud rati opti pref resp wort attr real conv seri viab dece top
    stan drea medi acce unac only one ahea fron make maki advi inad unbe unri unma brai hard seco ques favo lose beat outp outc
    surp trum outw outd outs wins win firs lead crow cake priz dese mist erro sham wast head hand leav clas leag spea verd conc choi else sett deci clos
    made fina fore reje disc scra off tabl runn elim drop dism rule stru cros igno set forg cut notc stre edge uppe adva fall
    nowh enou just job reck poin over hope unre impr unsu ill shor unte unju absu misg non dead disa bril valu deal pay pays
    suit prom appr prac prud comp bala effe desi soli reli pers sati appe bene fitt inte cred cont doub hesi beyo easy simp stra play best pity gamb tips nod vote gold well any worth answ way ways matc fit`,
  advice: `sugg advi prop urge reco bett best well wise prud sens smar unwi fool pref safe reas good bad risk wort had noth favo make maki
    bene case serv glad said comp can alte poin why have has need ough wron let mist erro sham pity foll regr clos matc beat riva mad craz sill reck off`,
} as const;

/** A rule of English phrases that is tried by its words. */
export type EnglishAnchor = keyof typeof starts;

/** The first letters of a word as a number, five bits a letter. */
const rulesOfStart: ReadonlyMap<number, number> = collect();

/** A slot per hash of a start, since most words are in no list, and a map is slower than a byte. */
const slots = 0x4000;
const occupied: Uint8Array = fill();

function collect(): Map<number, number> {
  const found = new Map<number, number>();
  for (const [rule, list] of Object.values(starts).entries()) {
    for (const start of list.split(/\s+/)) {
      let key = 0;
      for (const letter of start.slice(0, maxLetters))
        key = (key << 5) | (letter.charCodeAt(0) & 31);
      found.set(key, (found.get(key) ?? 0) | (1 << rule));
    }
  }
  return found;
}

function slotOf(key: number): number {
  return (key ^ (key >>> 9)) & (slots - 1);
}

function fill(): Uint8Array {
  const table = new Uint8Array(slots);
  for (const key of rulesOfStart.keys()) table[slotOf(key)] = 1;
  return table;
}

/** Returns the rules to try in a text, one bit a rule. One pass, in which upper case is lower case. */
export function englishAnchorsIn(text: string): number {
  let rules = 0;
  let key = 0;
  let letters = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) | 0x20 : 0;
    if (code >= 0x61 && code <= 0x7a) {
      if (letters < maxLetters) key = (key << 5) | (code & 31);
      letters += 1;
    } else if (letters > 0) {
      if (occupied[slotOf(key)] === 1) rules |= rulesOfStart.get(key) ?? 0;
      key = 0;
      letters = 0;
    }
  }
  return rules;
}

/** Returns the bit of a rule in the result of `englishAnchorsIn`. */
export function englishAnchorOf(name: EnglishAnchor): number {
  return 1 << Object.keys(starts).indexOf(name);
}
