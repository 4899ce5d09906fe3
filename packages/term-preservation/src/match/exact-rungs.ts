import {
  isDigit,
  isKanji,
  isKatakana,
  isLetter,
  isWordUnit,
  lowerAscii,
  placesOf,
} from '../text/characters.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { isBrandForm } from '../scan/scan-identifiers.ts';
import { boundPrefixAt } from '../quantity/modifiers.ts';
import type { Bound } from '../quantity/quantity.ts';
import { readNumber, readOrdinal } from '../quantity/read-number.ts';
import { boundEnd, numberEnd, parseVersion, type Version } from '../scan/version.ts';
import type { TermKind } from '../vocabulary/terms.ts';
import { type Mention, type PlanIndex } from './plan-index.ts';

/** Quotes of this length or more may be inside a longer kanji word. */
const longQuote = 4;

/** Returns the mentions of an exact kind: equal after NFKC, at boundaries that do not extend it. Score 1. */
export function findExact(index: PlanIndex, kind: TermKind, text: string): readonly Mention[] {
  const plain = withoutDelimiters(normalizeWidth(text.trim()).text, kind);
  if (plain === '') return [];
  if (kind === 'version') return findVersion(index, plain);
  const anyCase = (kind === 'identifier' || kind === 'code') && isBrandForm(plain);
  const haystack = anyCase ? index.plainLower : index.plain.text;
  const forms = spellings(kind, anyCase ? lowerAscii(plain) : plain);
  const found = forms.flatMap((form) => findSpelling(index, haystack, form, kind));
  return found.length > 0 ? found : findTurnedEndpoint(index, plain);
}

/** Returns true for names of products and acronyms, whose spelling people vary: GitHub, ECS Fargate, S3. */
export function isNameForm(kind: TermKind, text: string): boolean {
  return kind === 'identifier' && isBrandForm(normalizeWidth(text.trim()).text);
}

/** A term given by hand may carry its quotes or ticks. */
export function withoutDelimiters(plain: string, kind: TermKind): string {
  if (kind !== 'quoted' && kind !== 'code') return plain;
  return /^(?:「.*」|『.*』|“.*”|".*"|`.*`)$/.test(plain) ? plain.slice(1, -1).trim() : plain;
}

export const endpointForm = /^([A-Z]{3,7}) +(\/.*)$/;

/** Actions of package managers and their short forms. */
const shortActions = [
  ['install', 'i', 'add'],
  ['test', 't'],
];

/** MAX_RETRIES=5, and what a plan may write between the name and its value. */
export const setting = /^([\w.-]+)=(-?\d[\w.]*)$/;
const joints = [
  ' = ',
  ': ',
  ':',
  ' to ',
  ' is ',
  ' of ',
  ' ',
  'を',
  ' を ',
  'は',
  ' は ',
  '` to ',
  '` を ',
];

/** `/users/:id` is `/users/{id}`. Between a method and its path a plan may put code marks. */
function spellings(kind: TermKind, plain: string): readonly string[] {
  const forms = [plain];
  // CronJob is CronJobs.
  if (kind === 'identifier' && /^(?:[A-Z][a-z]+){2,}$/.test(plain))
    forms.push(plain.endsWith('s') ? plain.slice(0, -1) : `${plain}s`);
  // npm test is npm run test, and pnpm i is pnpm install.
  const [, tool, action = '', rest] =
    /^(npm|pnpm|yarn|bun) (?:run(?:-script)? )?([\w:-]+)(?![\w:-])(.*)$/.exec(plain) ?? [];
  if (tool !== undefined)
    for (const name of shortActions.find((names) => names.includes(action)) ?? [action])
      forms.push(`${tool} ${name}${rest}`, `${tool} run ${name}${rest}`);
  const [, name, value] = setting.exec(plain) ?? [];
  if (name !== undefined) forms.push(...joints.map((joint) => `${name}${joint}${value}`));
  if (plain.includes('/{')) forms.push(plain.replace(/\/\{(\w+)\}/g, '/:$1'));
  if (plain.includes('/:')) forms.push(plain.replace(/\/:(\w+)/g, '/{$1}'));
  const [, method, path] = endpointForm.exec(plain) ?? [];
  if (method !== undefined && (kind === 'endpoint' || kind === 'code')) {
    const separators = [' `', '` `', '` ', '  '];
    for (const separator of separators)
      forms.push(`${separator.startsWith('`') ? '`' : ''}${method}${separator}${path}`);
  }
  return forms;
}

/** "/auth/login に POST する": the method right after its path. */
function findTurnedEndpoint(index: PlanIndex, plain: string): readonly Mention[] {
  const [, method, path] = endpointForm.exec(plain) ?? [];
  if (method === undefined || path === undefined) return [];
  return findSpelling(index, index.plain.text, path, 'path').filter(({ field, span }) => {
    const after = field.original
      .slice(span.end, span.end + 20)
      .replace(/^[`」』)\s]*(?:への|に対する|に|へ|を|で|の|via|with)?[`「『(\s]*/, '');
    return after.startsWith(method) && !isWordUnit(after.charCodeAt(method.length));
  });
}

export function findSpelling(
  index: PlanIndex,
  haystack: string,
  form: string,
  kind: TermKind,
): readonly Mention[] {
  return placesOf(haystack, form, form.length - 1)
    .filter((at) => !isExtended(index.plain.text, at, at + form.length, kind))
    .flatMap((at) => index.plain.mentions(at, at + form.length, 'literal', 1));
}

/** Returns true when the text around `start`..`end` makes it part of a longer name, path or word. */
function isExtended(plain: string, start: number, end: number, kind: TermKind): boolean {
  const first = plain.charCodeAt(start);
  const last = plain.charCodeAt(end - 1);
  const before = plain.charCodeAt(start - 1);
  const after = plain.charCodeAt(end);
  const next = plain.charCodeAt(end + 1);
  const pathLike =
    kind === 'path' ||
    kind === 'endpoint' ||
    ((kind === 'code' || kind === 'quoted') &&
      /^(?:[A-Z]+ )?[./~\w@-]*\/\S*$/.test(plain.slice(start, Math.min(end, start + 80))));
  if (isWordUnit(first) && (isWordUnit(before) || isJoin(plain, start - 1, before))) return true;
  if (
    pathLike &&
    (isWordUnit(before) || (before > 32 && '/.-~}'.includes(plain.charAt(start - 1) || ' ')))
  )
    return true;
  if (isWordUnit(last) && isWordUnit(after)) return true;
  if ((isWordUnit(last) || pathLike) && (after === 45 || after === 46) && isWordUnit(next))
    return true;
  if (pathLike)
    return (
      (after === 47 && (isLetter(next) || next === 123 || next === 58 || next === 42)) ||
      after === 123 ||
      after === 42 ||
      (isWordUnit(after) && last !== 47) ||
      (after === 58 && isWordUnit(next))
    );
  if (after === 35 || (after === 43 && plain.charCodeAt(end + 1) === 43)) return isWordUnit(last);
  return isInsideWord(plain, start, end);
}

/** `-x`, `.x`: a name goes on to the left; `/x` only makes a fuller path of it. */
function isJoin(plain: string, at: number, unit: number): boolean {
  if (unit === 36 || unit === 64) return true;
  return (unit === 45 || unit === 46) && isWordUnit(plain.charCodeAt(at - 1));
}

/** A short quoted word is not found inside a longer kanji or katakana word: 完了 in 未完了, 承認 in 承認者. */
function isInsideWord(plain: string, start: number, end: number): boolean {
  const [before, first] = [plain.charCodeAt(start - 1), plain.charCodeAt(start)];
  const [last, after] = [plain.charCodeAt(end - 1), plain.charCodeAt(end)];
  if (isKanji(first) && '未非不無'.includes(plain.charAt(start - 1) || ' ')) return true;
  if (isKatakana(first) && isKatakana(before)) return true;
  if (isKatakana(last) && isKatakana(after)) return true;
  if (end - start >= longQuote) return false;
  return (isKanji(first) && isKanji(before)) || (isKanji(last) && isKanji(after));
}

/** A place in an order may be the number of a name. */

const placeScore = 0.6;

/** Node >= 22: the comparator between name and number. */
const limitSign = /(?:(?<![-=])[<>]=?|[≤≥≦≧]) ?$/;

/** A place where the plan has the name and the number of a version. */
export interface VersionPlace {
  readonly mentions: readonly Mention[];
  readonly bound: Bound | undefined;
}

export function placesOfVersion(index: PlanIndex, wanted: Version): readonly VersionPlace[] {
  const { plainLower } = index;
  const places: VersionPlace[] = [];
  let end = 0;
  for (
    let at = plainLower.indexOf(wanted.number);
    at >= 0;
    at = plainLower.indexOf(wanted.number, Math.max(at + 1, end))
  ) {
    // The search goes on after the number: 1.1.1.1 is read once.
    end = numberEnd(plainLower, at);
    if (end !== at + wanted.number.length || isDigit(plainLower.charCodeAt(at - 1))) continue;
    if (plainLower.charAt(at - 1) === '.' && isDigit(plainLower.charCodeAt(at - 2))) continue;
    const next = plainLower.charCodeAt(end);
    if (
      isWordUnit(next) ||
      ((next === 45 || next === 46) && isWordUnit(plainLower.charCodeAt(end + 1)))
    )
      continue;
    const [sign = ''] = limitSign.exec(plainLower.slice(Math.max(0, at - 4), at)) ?? [];
    const from = at - sign.length;
    const start = Math.max(
      ...namesOf(wanted.name).map((name) => nameStart(plainLower, from, name)),
    );
    if (start < 0) continue;
    const after = boundEnd(plainLower, end);
    const bound = boundPrefixAt(plainLower, from)?.bound ?? after.bound;
    places.push({ mentions: index.plain.mentions(start, after.end, 'literal', 1), bound });
  }
  return places;
}

/** Name, number and comparator are compared apart: "Node.js 22 以上" is "node.js v22+", not Node.js 22.4. */
function findVersion(index: PlanIndex, text: string): readonly Mention[] {
  const wanted = parseVersion(lowerAscii(text));
  if (wanted === undefined)
    return findSpelling(index, index.plainLower, lowerAscii(text), 'identifier');
  const mentions = placesOfVersion(index, wanted)
    .filter(({ bound }) => (wanted.bound ?? bound) === bound || bound === undefined)
    .flatMap((place) => place.mentions);
  if (mentions.length === 0) mentions.push(...findOrdinalName(index, wanted));
  if (mentions.length > 0) return mentions;
  // the Eighth Symphony for No. 8
  return index
    .quantities()
    .filter(
      ({ quantity: { dimension, raw } }) => dimension === '#nth' && raw === Number(wanted.number),
    )
    .map(({ field, span, negation }) => ({
      field,
      span,
      method: 'quantity',
      score: placeScore,
      negation,
    }));
}

/** "The second act" is no other place than Act 2, but may be another thing. */
const ordinalScore = 0.9;
const romanNumerals = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ');

/** Returns the places of a name with its number in words: the second act, act two and act II for Act 2. */
function findOrdinalName(
  index: PlanIndex,
  { name, number }: { readonly name: string; readonly number: string },
): readonly Mention[] {
  const { plainLower, plain } = index;
  if (!/^[a-z]{3,}$/.test(name) || number.includes('.')) return [];
  return placesOf(plainLower, name, name.length).flatMap((at) => {
    const end = at + name.length;
    if (isWordUnit(plainLower.charCodeAt(at - 1)) || isWordUnit(plainLower.charCodeAt(end)))
      return [];
    const [before = ''] = /[a-z\d-]{1,15} $/.exec(plainLower.slice(Math.max(0, at - 16), at)) ?? [];
    const [after = ''] = /^ [a-z]+/.exec(plainLower.slice(end, end + 12)) ?? [];
    const isBefore = placeOf(before.trim()) === Number(number);
    if (!isBefore && countOf(after.trim()) !== Number(number)) return [];
    const [start, close] = isBefore ? [at - before.length, end] : [at, end + after.length];
    return plain.mentions(start, close, 'near', ordinalScore);
  });
}

/** Node.js is also Node, PostgreSQL is also Postgres: the short name with the same number is the same version. */
function namesOf(name: string): readonly string[] {
  const short = name.replace(/(?:js|ql)$/, '');
  if (short !== name && short.length > 2) return [name, short];
  return name.length > 2 ? [name, `${name}js`, `${name}ql`] : [name];
}

/** Returns the start of the name before the number at `at`, or -1 for another name. Separators and a `v` are passed. */
function nameStart(lower: string, at: number, name: string): number {
  const prefixed =
    lower.charAt(at - 1) === 'v' &&
    (!isWordUnit(lower.charCodeAt(at - 2)) ||
      (name !== '' && lower.endsWith(name.slice(-3), at - 1)));
  let end = prefixed ? at - 1 : at;
  if (name === '') {
    const window = lower.slice(Math.max(0, end - 8), end).trimEnd();
    const called = /(?:version|ver\.?|バージョン)$/.exec(window);
    if (end < at || called !== null) return end;
    return isWordUnit(lower.charCodeAt(at - 1)) ? -1 : end;
  }
  while (end > 0 && at - end < 14 && ' -('.includes(lower.charAt(end - 1))) end -= 1;
  const called = /(?:version|ver\.?|バージョン|系)$/.exec(lower.slice(Math.max(0, end - 8), end));
  if (called !== null) {
    end -= called[0].length;
    while (end > 0 && ' のを'.includes(lower.charAt(end - 1))) end -= 1;
  }
  // The name without its separators, read backwards.
  let left = name.length;
  let place = end;
  while (left > 0 && place > 0) {
    const unit = lower.charAt(place - 1);
    if (unit === name.charAt(left - 1)) left -= 1;
    else if (!' -_.'.includes(unit)) return -1;
    place -= 1;
  }
  if (left > 0) return -1;
  const before = lower.charCodeAt(place - 1);
  return isWordUnit(before) || (before === 45 && isWordUnit(lower.charCodeAt(place - 2)))
    ? -1
    : place;
}

/** Returns the number of first, second, 3rd and so on. */
export function placeOf(word: string): number | undefined {
  const first = ['first', 'second'].indexOf(word) + 1;
  return first > 0 ? first : readOrdinal(word, 0)?.value;
}

/** Returns the number of two, ii and so on. */
export function countOf(word: string): number | undefined {
  const roman = romanNumerals.indexOf(word) + 1;
  return roman > 0 ? roman : readNumber(word, 0)?.value;
}
