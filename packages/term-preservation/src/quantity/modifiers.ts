import {
  isDigit,
  isHiragana,
  isJapanese,
  isKanji,
  isLatin,
  isSpace,
  isWordUnit,
  runEnd,
} from '../text/characters.ts';
import { entriesOf, groupByUnit, stemWord } from '../text/lexicon.ts';
import { isStopWord } from '../words/stop-words.ts';
import type { Bound } from './quantity.ts';
import { periodOf, readAmount } from './read-amount.ts';
import { isCounter, type Period, readUnit } from './units.ts';

/** The meaning of a word before or after a number. */
export interface Modifier {
  readonly form: string;
  readonly bound?: Bound;
  readonly side?: 'before' | 'after';
  /** The number is a place in an order (第3), not a count. */
  readonly ordinal?: boolean;
  /** The number happens once in this period (毎分60回). */
  readonly every?: Period;
  readonly morning?: boolean;
  readonly afternoon?: boolean;
  readonly money?: string;
  readonly minus?: boolean;
  readonly rounded?: boolean;
  /** A verb or noun of the sentence (を超える, " limit"): it sets the bound and is not part of the term. */
  readonly outside?: boolean;
}

const meanings: Readonly<Record<string, Omit<Modifier, 'form'>>> = {
  '<=': { bound: 'at-most' },
  '<': { bound: 'below' },
  '>=': { bound: 'at-least' },
  '>': { bound: 'above' },
  '-': { side: 'before' },
  '+': { side: 'after' },
  '#': { ordinal: true },
  '±': { rounded: true },
  am: { morning: true },
  pm: { afternoon: true },
  '.': {},
  minus: { minus: true },
};

/**
 * Reads entries of `meaning form,form,...`. Spaces inside a form are written `_`. `~` before a meaning puts the word
 * outside the term, `$` opens a currency and `/` the period of a rate.
 */
function parseModifiers(lines: string): readonly Modifier[] {
  return entriesOf(lines).flatMap((line) => {
    const [code = '', forms = ''] = line.split(' ');
    return forms
      .split(',')
      .map((form) => ({ form: form.replaceAll('_', ' '), ...meaningOf(code) }));
  });
}

function meaningOf(code: string): Omit<Modifier, 'form'> {
  const rest = code.slice(1);
  if (code.startsWith('~')) return { ...meanings[rest], outside: true };
  if (code.startsWith('$')) return { money: rest };
  return code.startsWith('/') ? { every: periodOf(rest) } : (meanings[code] ?? {});
}

const prefixes = /* @__PURE__ */ parseModifiers(`
<= on_or_before_,no_later_than_,not_later_than_,せいぜい,最大,最大で,最大でも,最長,最長で,最高,最多,上限,上限は,上限を,多くても,多くとも,長くても,遅くとも,at_most_,up_to_,up_to_and_including_,as_many_as_,within_,at_or_under_,at_or_below_,within_the_last_,maximum_of_,maximum_,max_,limit_of_,limited_to_,capped_at_,by_,until_,till_;
<= <=,<=_,≤,≤_,≦,≦_; >= >=,>=_,≥,≥_,≧,≧_; < <,<_; > >,>_;
~<= not_exceed_,never_exceed_,not_exceeding_,without_exceeding_; < under_,under_the_age_of_; ~< below_,below_the_age_of_;
>= on_or_after_,no_earlier_than_,not_earlier_than_,最小,最低,最低でも,最短,下限,下限は,少なくとも,早くとも,at_least_,at_or_above_,at_or_over_,minimum_of_,minimum_,min_;
~> over_,above_,in_excess_of_,over_the_age_of_,above_the_age_of_,exceeding_,exceeds_,exceed_,exceeded_; ~- before_,prior_to_; ~+ after_; # 第;
pm 午後; ~pm 夕方,夜,夜の,夕; am 午前; ~am 朝,朝の,早朝,深夜,未明;
. 昼,昼の,全,丸,延べ,上位,下位,冒頭,先頭,±,プラスマイナス,plus_or_minus_,計,合計,各,every_,top_,between_; ± 約,およそ,おおよそ,ほぼ,about_,around_,approximately_,roughly_,nearly_,almost_,just_over_,just_under_,a_little_over_,a_little_under_,slightly_over_,slightly_under_; minus −,マイナス,氷点下,零下,地下,minus_,-;
$yen ¥,￥,jpy_,jpy; $usd $,us$,usd_,usd; $eur €,eur_,eur; $gbp £,gbp_; $krw ₩,krw_; $inr ₹,rs_,rs._,inr_; /1 毎秒,秒間,秒速; /60 毎分,分速; /3600 毎時,時速,時給; /86400 毎日,日に,日給,日額; /604800 毎週,週に,週;
/M1 毎月,月々,月に,月,月額; /M12 毎年,年に,年,年額,年間
`);
const suffixes = /* @__PURE__ */ parseModifiers(`
<= 以内,以下,まで,迄,_or_less,_or_fewer,_or_below,_or_under,_max,_maximum,_at_most,_at_the_most,_at_the_latest,_tops,_or_shorter,_or_earlier,_or_younger,_or_lower;
<= を超えない,を超えず,を越えない,を越えず,を上回らない,を上回らず,を過ぎない; ~<= を上限,が上限,を限度,が限度,にとどめ,に留め,に抑え,_limit,_cap,_ceiling; < 未満;
~< を割り込,を割りま,を割った,を割れ,を割る,に届かな,に届かず,に達する前,に達しな,に達していな,になる前,になっていな,より短,より小さ,より低,より軽,より下,より若,を下回,を切り,を切る,を切った,を切れ,に満たない,より少な;
>= 以上,以降,+,_or_more,_or_later,_or_longer,_or_newer,_and_later,_or_older,_or_above,_or_over,_or_upwards,_and_upwards,_or_higher,_or_greater,_at_least,_at_the_least,_at_the_earliest,_upwards,_minimum;
~<= _and_younger,_and_under,_and_below; ~>= _and_older,_and_over,_and_above,_and_up; >= を下回らない,を下回らず; ~>= を下限,が下限; > 超,超過,超え;
~> を超え,を越え,を上回,より多,より大き,より長,より高,より重,より上,より深;
- 前,以前,_before,_prior,_ago,_earlier,_in_advance,_ahead,_beforehand; ~- より前; ~+ より後; + 後,過ぎ,_after,_later; ~+ を過ぎて,を過ぎた,を過ぎる,を過ぎれ; . おき,ごと,毎,ずつ,刻み,間,間隔,_each; minus _below_zero,_below_zero_celsius; ± _or_so,程度,ほど,くらい,ぐらい,前後,弱,強
`);
/** Comparatives of measures: wider than, no lighter than. */
const comparative =
  /(?:\b(no|not|never) (?:(?:be|becomes?|gets?|grows?|stays?|turns?) )?)?\b(?:(young|less|few|short|light|small|cold|cool|slow|narrow|low|near|earl)|more|great|long|heav|larg|bigg|warm|hott|fast|wid|tall|deep|old|high|thick|late|farth)(?:i?er|r)? than $/;

/** Reads the comparative at the end of a text. After "no" and "not" it sets the opposite limit. */
function readComparative(text: string): Modifier | undefined {
  const [form, negation, less] = comparative.exec(text) ?? [];
  if (form === undefined) return undefined;
  if (negation !== undefined) return { form, bound: less === undefined ? 'at-most' : 'at-least' };
  return less === undefined ? { form, bound: 'above', outside: true } : { form, bound: 'below' };
}

/** at least, at most, above, below before the name of a numbered thing: above level 4. */
const boundOfName =
  /\b(at least|at or above|above|over|exceeds|exceeding|beyond|at most|at or below|below|under|up to) [a-z]{3,9} $/;

/** until they turn four, before turning 16 */
const notYet = /\b(?:until|till|before)(?: [a-z]+)? turn(?:s|ing)? $/;

/** Reads a limit before the name of a numbered thing. The number is a whole one. */
export function readNameBound(lower: string, at: number): Bound | undefined {
  const [, word = ''] = boundOfName.exec(lower.slice(Math.max(0, at - 24), at)) ?? [];
  if (notYet.test(lower.slice(Math.max(0, at - 24), at))) return 'below';
  return prefixes.find(({ form }) => form === `${word} `)?.bound;
}

/** 30 m or closer, 60 °C or hotter: the comparative of an adjective. */
const closing =
  /^ (?:or|and) (?:(clos|near|young|few|short|light|small|cold|cool|slow|narrow|low|thinn|cheap)|[a-z]{3,6})(?:i?er)(?![a-z])/;

function readCloser(lower: string, at: number): Modifier | undefined {
  const [form, less] = closing.exec(lower.slice(at, at + 18)) ?? [];
  if (
    form === undefined ||
    /(?:better|ever|number|other|after|over|under|water|paper|letter|order|user|per)$/.test(form)
  )
    return undefined;
  return { form, bound: less === undefined ? 'at-least' : 'at-most' };
}

const rateAdverbs = /* @__PURE__ */ parseModifiers(`
/3600 _hourly; /86400 _daily,_nightly; /604800 _weekly; /M1 _monthly; /M12 _yearly,_annually,_p.a.,_per_annum
`);
const prefixesByEnd = /* @__PURE__ */ groupByUnit(prefixes, ({ form }) => form, -1);
const prefixesByStart = /* @__PURE__ */ groupByUnit(prefixes, ({ form }) => form);
const suffixesByStart = /* @__PURE__ */ groupByUnit(suffixes, ({ form }) => form);

/** Words between a count and its period: "per second", "/分", "a day". */
const measuredNoun = /^ of [a-z]+(?: [a-z]+)?(?= (?:per|(?:to|for) (?:each|every)) )/;
const ratePrepositions = /^(?: per |\/| \/ | an? |(?: to| for)? (?:every|each) )/;

/** Returns the longest suffix at `at` that sets a bound. */
export function boundSuffixAt(lower: string, at: number): Modifier | undefined {
  return suffixesByStart
    .get(lower.charAt(at))
    ?.find(({ bound, form, outside }) => bound && outside !== true && lower.startsWith(form, at));
}

/** Returns the longest prefix at `at` that sets a bound. */
export function boundPrefixAt(lower: string, at: number): Modifier | undefined {
  return prefixesByStart
    .get(lower.charAt(at))
    ?.find(({ bound, form }) => bound !== undefined && lower.startsWith(form, at));
}

/** The longest prefix form and some more. It keeps the look-back constant. */
const longestPrefix = 20;
/** never become narrower than */
const longestComparative = 32;

/** "by 17:00" is a limit; "by 2 degrees" is not. */
const momentPrefixes = new Set(['by ', 'until ', 'till ']);

/** The modifiers beside a number, nearest last, and the edge of those that are part of the term. */
interface ReadModifiers {
  readonly edge: number;
  /** The edge with an English preposition that bounds the number: below, more than. */
  readonly wideEdge?: number;
  readonly modifiers: readonly Modifier[];
}

/** Reads the modifiers before a number: 最大, at least, ¥. Never reads before `floor`. */
export function readPrefixes(
  lower: string,
  at: number,
  floor: number,
  isMoment: boolean,
): ReadModifiers {
  const modifiers: Modifier[] = [];
  let edge = at;
  while (modifiers.length < 3) {
    // 最大 5 MB
    const spaced = lower.charCodeAt(edge - 1) === 32 && isJapanese(lower.charCodeAt(edge - 2));
    const start = spaced && edge - 1 > floor ? edge - 1 : edge;
    const window = lower.slice(Math.max(floor, start - longestPrefix), start);
    const prefix =
      (window.endsWith(' than ')
        ? readComparative(lower.slice(Math.max(floor, start - longestComparative), start))
        : undefined) ??
      prefixesByEnd
        .get(lower.charAt(start - 1))
        ?.find(
          (each) =>
            window.endsWith(each.form) &&
            opensWord(lower, start, each) &&
            (isMoment || !momentPrefixes.has(each.form)),
        );
    if (prefix === undefined) break;
    modifiers.unshift(prefix);
    // 上限は5件: the noun is a separate word.
    const wideEdge = start - prefix.form.length;
    if (prefix.outside === true && isLatin(prefix.form.charCodeAt(0)))
      return { edge, wideEdge, modifiers };
    if (prefix.outside === true || /[はを]$/.test(prefix.form)) break;
    edge = wideEdge;
  }
  return { edge, modifiers };
}

/** A Latin prefix starts a word. 週 and 月 are not prefixes in 今週 and 12月. */
function opensWord(lower: string, end: number, prefix: Modifier): boolean {
  const before = lower.charCodeAt(end - prefix.form.length - 1);
  if (prefix.form === '-')
    return (
      Number.isNaN(before) ||
      isSpace(before) ||
      isHiragana(before) ||
      '(,:、。「'.includes(String.fromCharCode(before))
    );
  // An arrow (->, =>) and a quoted line are no comparison.
  if (/^[<>] ?$/.test(prefix.form)) return before === 32 || before === 40;
  if (isLatin(prefix.form.charCodeAt(0))) return !isWordUnit(before);
  if (prefix.every === undefined) return true;
  return !isKanji(before) && !isDigit(before);
}

/** Reads the modifiers after an amount: 以内, or more, per hour. */
export function readSuffixes(lower: string, at: number): ReadModifiers & { readonly per?: Period } {
  const modifiers: Modifier[] = [];
  const rate = readRate(lower, at);
  let edge = rate?.end ?? at;
  while (modifiers.length < 3) {
    const spaced = lower.charCodeAt(edge) === 32 && isJapanese(lower.charCodeAt(edge + 1));
    const from = spaced ? edge + 1 : edge;
    const suffix = suffixesByStart
      .get(lower.charAt(from))
      ?.find((each) => lower.startsWith(each.form, from) && closes(lower, from, each));
    // 九箱以下になっていない: the first limit counts.
    const closer = suffix === undefined ? readCloser(lower, from) : undefined;
    if (closer !== undefined) {
      modifiers.push(closer);
      edge = from + closer.form.length;
    }
    if (suffix === undefined || (suffix.outside && modifiers.some(({ bound }) => bound))) break;
    modifiers.push(suffix);
    if (suffix.outside === true) break;
    edge = from + suffix.form.length;
  }
  return { edge, modifiers, ...(rate === undefined ? {} : { per: rate.per }) };
}

/** 5度まで冷やす: the value that a change leads to, and no limit. 10人まで増やせる is one. */
const target =
  /^(?:引き)?(?:[下上]げ|減ら|増や(?!せ)|縮め|[伸延]ば|広げ|高め|冷や|温め|加?熱|煮詰|磨|削|絞|落と)(?!ら|ない|て(?:も|よ|い)|ず)/;

/** A Latin suffix ends a word. 前 and 後 are not suffixes in 前日 and 後半. */
function closes(lower: string, at: number, suffix: Modifier): boolean {
  const next = lower.charCodeAt(at + suffix.form.length);
  const last = suffix.form.charCodeAt(suffix.form.length - 1);
  if (isLatin(last)) {
    // "15 minutes after five attempts": the preposition belongs to the second number.
    const goesOn = suffix.side !== undefined && readAmount(lower, at + suffix.form.length + 1);
    return !isWordUnit(next) && !(goesOn && goesOn.form !== 'idiom');
  }
  // 10分強火で煮る, 強めに
  if (/^[弱強]$/.test(suffix.form)) return !(isKanji(next) || next === 0x3081);
  if (suffix.form === '前' || suffix.form === '後')
    return !'日半者期方'.includes(lower.charAt(at + 1) || ' ');
  if (suffix.form === '間') return !'違引'.includes(lower.charAt(at + 1) || ' ');
  return (
    suffix.form !== 'まで' ||
    !(lower.startsWith('もな', at + 2) || target.test(lower.slice(at + 2, at + 7)))
  );
}

function isTime(dimension: string): boolean {
  return dimension === 'time' || dimension === 'month';
}

function readRate(
  lower: string,
  at: number,
): { readonly end: number; readonly per: Period } | undefined {
  // twice daily
  const adverb = rateAdverbs.find(({ form }) => lower.startsWith(form, at));
  if (adverb?.every !== undefined && !isWordUnit(lower.charCodeAt(at + adverb.form.length)))
    return { end: at + adverb.form.length, per: adverb.every };
  // 2 kg of lime per hectare
  const measured = measuredNoun.exec(lower.slice(at, at + 40))?.[0] ?? '';
  const preposition = ratePrepositions.exec(
    lower.slice(at + measured.length, at + measured.length + 11),
  )?.[0];
  if (preposition === undefined) return undefined;
  let start = at + measured.length + preposition.length;
  const number = readAmount(lower, start);
  const isPer = /per|\/|every|each/.test(preposition);
  if (number !== undefined && (isTime(number.dimension) || (isPer && number.raw > 1)))
    return { end: number.end, per: { dimension: number.dimension, value: number.value } };
  if (isSpace(lower.charCodeAt(start))) start += 1;
  // 10回/時: elsewhere 時 is a time of day.
  if (lower.charAt(start) === '時' && lower.charAt(start + 1) !== '間') {
    return { end: start + 1, per: { dimension: 'time', value: 3600 } };
  }
  const unit = readUnit(lower, start);
  const unitEnd = start + (unit?.form.length ?? 0);
  // "6 euros an hour before the show" names a time, and "once a second attempt has failed" an attempt.
  if (
    /^ (?:before|after|ago|earlier|later|ahead|[a-z]+ (?:has|have|is|was|fail))/.test(
      lower.slice(unitEnd, unitEnd + 24),
    )
  )
    return undefined;
  if (unit !== undefined && (isTime(unit.dimension) || !isCounter(unit.dimension)))
    return { end: unitEnd, per: { dimension: unit.dimension, value: unit.factor } };
  if (preposition.trim() !== 'per') return undefined;
  const end = runEnd(lower, start, isLatin);
  const noun = lower.slice(start, end);
  if (noun === '' || isStopWord(noun)) return undefined;
  const each = { end, per: { dimension: unit?.dimension ?? `n:${stemWord(noun)}`, value: 1 } };
  // 2 litres per plant per day: a plan that counts for each plant names the day alone.
  const period = readRate(lower, end);
  return period !== undefined && isTime(period.per.dimension) ? period : each;
}
