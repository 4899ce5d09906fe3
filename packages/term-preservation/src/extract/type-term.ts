import { InvalidArgumentError, isRecord } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import { scanQuantities } from '../quantity/scan-quantities.ts';
import { isCounter } from '../quantity/units.ts';
import { lowerAscii } from '../text/characters.ts';
import { scanTypedSpans } from '../scan/scan-typed-spans.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import {
  isExactKind,
  literalWeight,
  type RequiredTerm,
  type RequiredTerms,
  type RequiredTermsInput,
  type TermKind,
  termKinds,
  termPolarities,
  weightOf,
} from '../vocabulary/terms.ts';

/** Returns a term for a bare string, with the kind of its form (`custom` when asked), or the checked term itself. */
export function typeTerm(term: string | RequiredTerm, asked?: 'custom'): RequiredTerm {
  if (typeof term !== 'string') return checkTerm(term);
  const formed = kindOf(term);
  const kind = asked ?? formed;
  const exact = isExactKind(formed);
  return { text: term, kind, polarity: 'required', weight: weightOf(kind), exact };
}

/** Returns the checked terms of the option `customRequiredTerms`. A blank text would be missing in every plan. */
export function typeCustomTerms(terms: unknown): readonly RequiredTerm[] {
  if (!Array.isArray(terms)) refuse('customRequiredTerms as a list of terms', describeValue(terms));
  return terms.map((each: string | RequiredTerm) => {
    const term = typeTerm(each, 'custom');
    if (term.text.trim() === '') refuse('a custom term with text', JSON.stringify(term.text));
    return term;
  });
}

/** Returns the kind of a text: that of a literal when one literal is all of it. */
export function kindOf(text: string): TermKind {
  const plain = normalizeWidth(text.trim()).text;
  const [span] = scanTypedSpans(plain).spans;
  if (
    span !== undefined &&
    (span.wideStart ?? span.outerStart) === 0 &&
    span.outerEnd === plain.length
  )
    return span.kind;
  return /\s/.test(plain) ? 'phrase' : 'word';
}

/** Digits from which a number without a unit is a value: "random seed 1337", and not "camera 7". */
const fewestDigits = 3;

/** 背番号 of 背番号41に代える: the noun right before a number that names its thing. */
const numberedThing = /[一-龠ァ-ヶー]{2,8}$/;

/** A literal inside a longer term, and its own slice of the text. */
export interface InnerLiteral {
  readonly term: RequiredTerm;
  readonly written: string;
}

/** Returns the literals inside a term that is more than one: 30分以上 of 63℃で30分以上. */
export function literalsIn(text: string): readonly InnerLiteral[] {
  const plain = normalizeWidth(text).text;
  const { spans } = scanTypedSpans(plain);
  return spans.flatMap(({ kind, start, end, bare, quantity }, at) => {
    // 1便あたり, each one: it frames another number.
    const written = plain.slice(start, end);
    const isOne =
      quantity?.raw === 1 && quantity.per === undefined && isCounter(quantity.dimension);
    if (isOne && (spans.length > 1 || !/^1.$/.test(written))) return [];
    const digits = Math.max(...written.split(/[^\d.,]+/).map((run) => run.length));
    const isShort = digits < fewestDigits && Number.isInteger(quantity?.raw);
    // 48 new photos, 22 Alder Street: the number counts or names what follows.
    const isLeading = start === 0 && /^ [a-z]{3}/i.test(plain.slice(end, end + 4));
    if (bare === true && isShort && !isLeading && quantity?.low === quantity?.high) {
      const [label] = numberedThing.exec(plain.slice(0, start)) ?? [];
      if (label === undefined || end === plain.length) return [];
      return [{ term: typeTerm(label + written), written }];
    }
    // "before 1 November": the words around a quantity may bound it.
    const before = spans[at - 1]?.outerEnd ?? 0;
    const around = plain.slice(before, spans[at + 1]?.outerStart);
    // The hyphen of 2025-001 is no minus.
    const bounded = before > 0 ? around.replace(/^-/, '') : around;
    const term = typeTerm(kind === 'quantity' ? bounded : written);
    return [{ term: { ...term, kind, exact: isExactKind(kind) }, written }];
  });
}

/** Returns the numbers of a term that are words (twice, half, noon, 毎朝). The plan may express them without a number. */
export function numberWordsIn(text: string): readonly InnerLiteral[] {
  const plain = normalizeWidth(text).text;
  return scanQuantities(lowerAscii(plain))
    .filter(({ vague, quantity: { raw, per } }) => vague && (raw !== 1 || per !== undefined))
    .map(({ start, wideStart, end }) => {
      const written = plain.slice(start, end);
      const bounded = plain.slice(wideStart ?? start, end);
      return { term: { ...typeTerm(bounded), kind: 'quantity', exact: false }, written };
    });
}

/** Returns the terms of any accepted input, in order. */
export function readRequiredTerms(input: RequiredTermsInput): readonly RequiredTerm[] {
  const terms: unknown = isRecord(input) ? (input['items'] ?? input['terms']) : input;
  if (!Array.isArray(terms)) {
    throw new InvalidArgumentError(
      `expected required terms as { terms: string[] } or a list of strings, got ${typeof input}; extractRequiredTerms gives the right shape`,
    );
  }
  return terms.map((term: string | RequiredTerm) => typeTerm(term));
}

/** Returns true for the object form that extraction gives. */
export function isRequiredTerms(input: unknown): input is RequiredTerms {
  return isRecord(input) && 'items' in input && 'warnings' in input && 'truncated' in input;
}

/** Checks a term of a caller without types, who may leave out polarity and weight. */
function checkTerm(term: RequiredTerm): RequiredTerm {
  if (!isRecord(term) || typeof term.text !== 'string') {
    throw new InvalidArgumentError(
      `expected a term as a string or { text, kind, ... }, got ${JSON.stringify(term) ?? typeof term}`,
    );
  }
  const given: Partial<RequiredTerm> = term;
  const { kind, polarity = 'required', weight = literalWeight } = given;
  const text = JSON.stringify(term.text);
  if (kind === undefined || !termKinds.includes(kind))
    refuse(`a term kind of ${termKinds.join(', ')}`, `${JSON.stringify(kind)} for ${text}`);
  if (!termPolarities.includes(polarity))
    refuse('a polarity of required, forbidden or replaced', JSON.stringify(polarity));
  if (typeof weight !== 'number' || !(weight >= 0 && weight <= 1))
    refuse('a weight from 0 to 1', `${String(weight)} for ${text}`);
  return { ...term, polarity, weight };
}

function refuse(expected: string, got: string): never {
  throw new InvalidArgumentError(`expected ${expected}, got ${got}`);
}
