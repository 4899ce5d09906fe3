import { boundSuffixAt } from '../quantity/modifiers.ts';
import { monthOf } from '../quantity/read-calendar.ts';
import type { Bound } from '../quantity/quantity.ts';
import { isLooseSymbol, readUnit } from '../quantity/units.ts';
import {
  isDigit,
  isLatin,
  isWordUnit,
  lastBeforeSpaces,
  runEnd,
  runStart,
} from '../text/characters.ts';
import { wordSet } from '../text/lexicon.ts';
import { englishWorkVerbs, isStopWord } from '../words/stop-words.ts';
import { isFree, plainSpan, type ScanText, type TypedSpan } from './typed-span.ts';

/** A named version: `name` folded and without separators, '' for a plain "version 4.2". */
export interface Version {
  readonly name: string;
  readonly number: string;
  readonly bound: Bound | undefined;
}

const plainNames = /* @__PURE__ */ wordSet('v ver version バージョン');
/** Longer runs of letters before a number are not the name of a version. */
const longestName = 24;

/** Name and number (Vue 3, ISO 8601, SHA-512, v4.2, 1.2.3) with a comparator. */
export function* scanVersions(scan: ScanText): Iterable<TypedSpan> {
  const { plain } = scan;
  let at = 0;
  while (at < plain.length) {
    if (!isDigit(plain.charCodeAt(at)) || scan.claimed[at] === 1) {
      at += 1;
      continue;
    }
    const end = numberEnd(plain, at);
    const start = versionStart(scan, at, end);
    // Article 28 is a place in a document.
    const kind = start >= 0 && isNumbered(plain.slice(start, at)) ? 'phrase' : 'version';
    if (start >= 0) yield plainSpan(kind, start, boundEnd(scan.lower, end).end);
    at = Math.max(end, at + 1);
  }
}

/** Digits joined by single dots. */
export function numberEnd(plain: string, at: number): number {
  let end = runEnd(plain, at, isDigit);
  while (plain.charCodeAt(end) === 46 && isDigit(plain.charCodeAt(end + 1)))
    end = runEnd(plain, end + 1, isDigit);
  return end;
}

/** Reads name, number and comparator of a version. Returns undefined for other texts. */
export function parseVersion(lower: string): Version | undefined {
  const parsed = /^(.*?)[\s-]*v?(\d+(?:\.\d+)*)(?:$|[^\d])/.exec(lower.slice(0, 200));
  if (parsed === null) return undefined;
  const [, before = '', number = ''] = parsed;
  const name = before.replace(/[\s\-_.]/g, '');
  const { bound } = boundEnd(lower, lower.indexOf(number, before.length) + number.length);
  return { name: plainNames.has(name) ? '' : name, number, bound };
}

/** Of a version, "older" is lower, and 以前 includes it. */
const versionBound =
  /^(?:(?: (?:or|and) (?:newer|later|higher|greater|above|up(?:wards)?|over)(?![a-z])|以降)|( (?:or|and) (?:older|earlier|lower|below|under)(?![a-z])|以前))/;

/** Reads the comparator right after a version number. */
export function boundEnd(
  lower: string,
  at: number,
): { readonly end: number; readonly bound?: Bound } {
  const [form, upper] = versionBound.exec(lower.slice(at, at + 16)) ?? [];
  if (form !== undefined)
    return { end: at + form.length, bound: upper === undefined ? 'at-least' : 'at-most' };
  const gap = lower.charCodeAt(at) === 32 && lower.charCodeAt(at + 1) > 0x3000 ? 1 : 0;
  const suffix = boundSuffixAt(lower, at + gap);
  if (suffix?.bound === undefined || suffix.form === 'まで') return { end: at };
  return { end: at + gap + suffix.form.length, bound: suffix.bound };
}

/** Returns the start of the version whose number is at `at`, or -1. */
function versionStart(scan: ScanText, at: number, end: number): number {
  const { plain, lower } = scan;
  const next = plain.charCodeAt(end);
  if (isLatin(next) || next === 95) return -1;
  if (
    (next === 44 || next === 45 || next === 46 || next === 47) &&
    isWordUnit(plain.charCodeAt(end + 1))
  )
    return -1;
  const dots = plain.slice(at, end).split('.').length - 1;
  const before = plain.charCodeAt(at - 1);
  if (isLatin(before)) {
    const name = runStart(plain, at, isLatin, longestName + 1);
    if (name < at - longestName || scan.claimed[name] === 1) return -1;
    if (isInnerUnit(plain.charCodeAt(name - 1))) return -1;
    // S3 and EC2 are names; Vue3 and ISO8601 carry a version.
    const carries = at - name >= 3 && /[A-Z]/.test(plain.slice(name, at));
    return lower.slice(name, at) === 'v' || dots > 0 || carries ? joinName(scan, name) : -1;
  }
  if (isDigit(before) || before === 46) return -1;
  const gap = before === 32 || before === 45 ? 1 : 0;
  const nameEnd = at - gap;
  if (lower.endsWith('バージョン', nameEnd)) return nameEnd - 5;
  const name = runStart(plain, nameEnd, isNameUnit, longestName + 1);
  const word = plain.slice(name, nameEnd);
  if (word === '' || word.length > longestName || gap === 0) return dots >= 2 ? at : -1;
  if (before === 45 && !/^[A-Z]{2,}$/.test(word)) return -1;
  if (isInnerUnit(plain.charCodeAt(name - 1))) return -1;
  // dayjs 2.0: a lower-case name needs a dotted number.
  const library =
    dots > 0 && /^[a-z][\w.#+]*$/.test(word) && !isStopWord(word) && !englishWorkVerbs.has(word);
  if (!(isName(word) || library) || isCounted(scan, name, end, dots)) return dots >= 2 ? at : -1;
  return isFree(scan, name, nameEnd) ? name : -1;
}

/** Units of the names of versions. */
function isNameUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 46 || unit === 35;
}

/** "TLS v1.2": the v is part of the number, and the name precedes it. */
function joinName(scan: ScanText, start: number): number {
  const { plain, lower } = scan;
  if (lower.charAt(start) !== 'v' || plain.charCodeAt(start - 1) !== 32) return start;
  const name = runStart(plain, start - 1, isWordUnit, longestName + 1);
  const word = plain.slice(name, start - 1);
  const isNamed = word.length <= longestName && isName(word) && !isStopWord(word.toLowerCase());
  return isNamed && isFree(scan, name, start - 1) ? name : start;
}

/** Units that join a name to a longer identifier: theme-v4, app.v2. */
function isInnerUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 45 || unit === 46 || unit === 47;
}

function isName(word: string): boolean {
  if (/^(?:v|ver|[vV]ersion)$/.test(word)) return true;
  const lower = word.toLowerCase();
  return (
    /[A-Z]/.test(word) &&
    !word.endsWith('day') &&
    /^[A-Za-z][\w.#+]*$/.test(word) &&
    !isStopWord(lower) &&
    !englishWorkVerbs.has(lower)
  );
}

/** Nouns whose number is a place in an order and not a version. */
const numbered = /* @__PURE__ */ wordSet(
  'article section chapter clause appendix annex paragraph schedule part figure table page step phase stage level tier class grade group team room floor gate zone line lane week day year exhibit rule item option sprint milestone priority',
);

function isNumbered(name: string): boolean {
  return numbered.has(name.trim().toLowerCase());
}

/** Oct. 5, GBP 20: a date and an amount. */
const monthOrMoney =
  /^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?|usd|eur|gbp|jpy|krw|cny|chf|aud|cad|inr) \d/;

/** cover 2.5 million euros */
const scaleWord = /^ (?:thousand|million|billion|trillion|percent|per cent|dozen)/;

/** "Retry 5 times", "Excel 5件", "Show 20 items": the number counts what follows. */
function isCounted(scan: ScanText, name: number, end: number, dots: number): boolean {
  const { plain, lower } = scan;
  if (monthOrMoney.test(lower.slice(name, end))) return true;
  const gap = lower.charCodeAt(end) === 32 ? 1 : 0;
  if (scaleWord.test(lower.slice(end, end + 10))) return true;
  const unit = readUnit(lower, end + gap);
  if (unit !== undefined && !isLooseSymbol(unit)) return true;
  if (dots > 0 || gap === 0) return /^[%:/〜~年月日時]/.test(lower.slice(end, end + 1));
  const word = lower.slice(end + 1, runEnd(lower, end + 1, isLatin));
  if (word !== '' && monthOf(word) > 0) return true;
  if (word === '' || isStopWord(word)) return false;
  // A capitalised word that opens the sentence is likely a verb.
  const before = lastBeforeSpaces(plain, name);
  return before < 0 || '.!?:\n'.includes(plain.charAt(before)) || word.endsWith('s');
}
