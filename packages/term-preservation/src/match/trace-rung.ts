import { isDigit, isWordUnit, lowerAscii, placesOf } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { numberEnd, parseVersion } from '../scan/version.ts';
import type { TermKind } from '../vocabulary/terms.ts';
import { boundaryScore } from './boundary.ts';
import { endpointForm, findSpelling, setting, withoutDelimiters } from './exact-rungs.ts';
import { type Mention, type PlanIndex, squash } from './plan-index.ts';

/** A literal in another spelling, or part of it: never enough, and too much to call it lost. */
const traceScore = 0.6;
/** Shorter names of files are no trace of a path. */
const shortestFile = 4;

/**
 * Returns the traces of a literal that is not in the plan as it is written: its letters and digits with other
 * separators and case, the number of a version, an endpoint without its method, a file without its folder.
 */
export function findTraces(index: PlanIndex, kind: TermKind, text: string): readonly Mention[] {
  const plain = withoutDelimiters(normalizeWidth(text.trim()).text, kind);
  const found = [...findSquashed(index, plain), ...findParts(index, kind, plain)];
  return found.map((mention) => ({ ...mention, method: 'near', score: traceScore }));
}

function findParts(index: PlanIndex, kind: TermKind, plain: string): readonly Mention[] {
  const { text } = index.plain;
  const endsFree = (at: number): boolean => !/[\w/]/.test(text.charAt(at) || ' ');
  if (kind === 'version') {
    const { name = '', number = '' } = parseVersion(lowerAscii(plain)) ?? {};
    // OAuth2 is OAuth 2.0.
    const base = number.replace(/(?<!\.0)(?:\.0)+$/, '');
    // Python 3.9 is not Python 3.90.
    const full = findSquashed(index, `${name}${base}.0`).filter(({ field, span }) =>
      field.original.slice(0, span.end).endsWith('.0'),
    );
    const short = [...findSquashed(index, name + base), ...full, ...findCoded(index, base)];
    if (name !== '' && short.length > 0) return short;
    const called = findSquashed(index, `version${base}`);
    if (name === '' && called.length > 0) return called;
    return findNumeral(index, number);
  }
  const [, method, route] = endpointForm.exec(plain) ?? [];
  if (method !== undefined && route !== undefined) {
    // GET /users/{id} and GET /users/:userId: the parameter has another name.
    const fixed = /^.*?\/(?=[{:])/.exec(route)?.[0] ?? '';
    const named = ['{', ':'].flatMap((mark) => {
      const form = `${method} ${fixed}${mark}`;
      return fixed === '' ? [] : placesOf(text, form, form.length).map((at) => [at, form] as const);
    });
    const found = named.flatMap(([at, form]) =>
      index.plain.mentions(at, at + form.length, 'near', traceScore),
    );
    if (found.length > 0) return found;
    return findSpelling(index, text, route, 'path').filter(
      ({ field, span }) =>
        !/[A-Z]{3,7}[`\s]*$/.test(field.original.slice(0, span.start).slice(-12)),
    );
  }
  const [, own, given = ''] = (kind === 'identifier' && setting.exec(plain)) || [];
  if (own !== undefined)
    return findNumeral(index, given).length > 0 ? findSpelling(index, text, own, kind) : [];
  const address = /^https?:\/\//.test(plain) ? plain.replace(/^https?:\/\//, '') : '';
  if (address !== '') return findSquashed(index, address);
  // NH203 as flight 203
  const digits = kind === 'identifier' ? (/^[A-Za-z]+-?(\d{3,})$/.exec(plain)?.[1] ?? '') : '';
  if (digits !== '') return findNumeral(index, digits);
  // 10.0.8.0/24 as 10.0.8.0 to 10.0.8.255, /var/log/*.log as the folder
  const [, part] = /^(\d+(?:\.\d+){3})\/\d+$|/.exec(plain) ?? [];
  if (part !== undefined) return findSpelling(index, text, part, 'identifier');
  const [folder, rest] = plain.split('/*');
  if (rest !== undefined && folder) return findSpelling(index, text, folder, 'path');
  const pieces = findPieces(index, kind, plain);
  if (pieces.length > 0) return pieces;
  const file = kind === 'path' ? (plain.split('/').at(-1) ?? '') : '';
  if (file.length < shortestFile || !file.includes('.')) return [];
  return placesOf(text, file, file.length)
    .filter((at) => endsFree(at - 1) && endsFree(at + file.length))
    .flatMap((at) => index.plain.mentions(at, at + file.length, 'near', traceScore));
}

/** The "logs" folder under /var/backup for /var/backup/logs, and the name "summary" as a PDF for summary.pdf. */
function findPieces(index: PlanIndex, kind: TermKind, path: string): readonly Mention[] {
  const [, first = '', last = ''] =
    (kind === 'path' ? /^(.+)\/([^/]+)\/?$/ : /^([\w-]{3,})\.([a-z]{2,4})$/i).exec(path) ?? [];
  if (first === '') return [];
  const { plain, plainLower } = index;
  const isNamed = placesOf(plainLower, lowerAscii(last), last.length).some(
    (at) =>
      !isWordUnit(plainLower.charCodeAt(at - 1)) &&
      !isWordUnit(plainLower.charCodeAt(at + last.length)),
  );
  return isNamed ? findSpelling(index, plain.text, first, kind) : [];
}

/** R7 for 令和7年, L201 for Lee 201: the number in a name of one or two letters. */
export function findCoded({ plain, plainLower }: PlanIndex, number: string): readonly Mention[] {
  const form = number.replace('.', String.raw`\.`);
  const code = new RegExp(String.raw`(?<![a-z\d-])[a-z]{1,2}${form}(?![\w-]|\.\d)`).exec(
    plainLower,
  );
  if (code === null) return [];
  return plain.mentions(code.index, code.index + code[0].length, 'near', traceScore);
}

/** Returns the places of a number that is part of no longer one and of no name. */
function findNumeral({ plain }: PlanIndex, number: string): readonly Mention[] {
  return placesOf(plain.text, number, number.length)
    .filter((at) => !isWordUnit(plain.text.charCodeAt(at - 1)) && plain.text.charAt(at - 1) !== '.')
    .filter((at) => numberEnd(plain.text, at) === at + number.length)
    .flatMap((at) => plain.mentions(at, at + number.length, 'near', traceScore));
}

/** order_events in "order events" and orderEvents, and not in order-events-v2. */
function findSquashed(index: PlanIndex, plain: string): readonly Mention[] {
  const wanted = squash(foldTerm(plain)).text;
  if (wanted.length < 3) return [];
  const { text, offsets } = index.squashed();
  const plan = index.folded.text;
  // orders.order_id is the same name with its owner.
  const goesOn = (mark: number, next: number, marks: string): boolean =>
    marks.includes(plan.charAt(mark) || ' ') && isWordUnit(plan.charCodeAt(next));
  return placesOf(text, wanted, 1).flatMap((at) => {
    const start = offsets[at] ?? 0;
    const end = (offsets[at + wanted.length - 1] ?? start) + 1;
    const isWhole = boundaryScore(plan, start, end) > 0;
    // UTF-8 is not UTF-80.
    const isLonger = isDigit(plan.charCodeAt(end - 1)) && isDigit(plan.charCodeAt(end));
    if (
      !isWhole ||
      isLonger ||
      goesOn(start - 1, start - 2, '-_') ||
      goesOn(end, end + 1, plain.includes('/') ? '-_./' : '-_.')
    )
      return [];
    if (end - start > 2 * wanted.length + 4) return [];
    return index.folded.mentions(start, end, 'near', traceScore);
  });
}
