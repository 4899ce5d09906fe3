import { InvalidArgumentError } from '@kanmon/core';
import { scanTypedSpans } from '../scan/scan-typed-spans.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import {
  compoundWeight,
  isExactKind,
  literalWeight,
  type RequiredTerm,
  type RequiredTerms,
  type RequiredTermsInput,
  type TermKind,
  termKinds,
  wordWeight,
} from '../vocabulary/terms.ts';

const polarities: ReadonlySet<string> = new Set(['required', 'forbidden', 'replaced']);

/** A term from a bare string, typed by its form (`custom` when asked), or the checked term itself. */
export function typeTerm(term: string | RequiredTerm, kind?: 'custom'): RequiredTerm {
  if (typeof term === 'string') {
    const formed = kindOf(term);
    const weight =
      kind === 'custom' || isExactKind(formed) || formed === 'quantity'
        ? literalWeight
        : formed === 'phrase'
          ? compoundWeight
          : wordWeight;
    return {
      text: term,
      kind: kind ?? formed,
      polarity: 'required',
      weight,
      exact: isExactKind(formed),
    };
  }
  return checkTerm(term);
}

/** Kind of a text by section 3.2: a literal when one literal is all of it. */
export function kindOf(text: string): TermKind {
  const plain = normalizeWidth(text.trim()).text;
  const [span] = scanTypedSpans(plain).spans;
  if (span !== undefined && span.outerStart === 0 && span.outerEnd === plain.length)
    return span.kind;
  return /\s/.test(plain) ? 'phrase' : 'word';
}

/** Terms of any accepted input, in order. */
export function readRequiredTerms(input: RequiredTermsInput): readonly RequiredTerm[] {
  if (isList(input)) return input.map((term) => typeTerm(term));
  if (
    typeof input !== 'object' ||
    input === null ||
    !(Array.isArray(input.items) || Array.isArray(input.terms))
  ) {
    throw new InvalidArgumentError(
      `expected required terms as { terms: string[] } or a list of strings, got ${typeof input}; extractRequiredTerms gives the right shape`,
    );
  }
  return (input.items ?? input.terms).map((term) => typeTerm(term));
}

/** True for the object form that extraction gives. */
export function isRequiredTerms(input: unknown): input is RequiredTerms {
  return (
    typeof input === 'object' &&
    input !== null &&
    'items' in input &&
    'warnings' in input &&
    'truncated' in input
  );
}

function isList(input: RequiredTermsInput): input is readonly (string | RequiredTerm)[] {
  return Array.isArray(input);
}

function checkTerm(term: RequiredTerm): RequiredTerm {
  if (typeof term !== 'object' || term === null || typeof term.text !== 'string') {
    throw new InvalidArgumentError(
      `expected a term as a string or { text, kind, ... }, got ${JSON.stringify(term) ?? typeof term}`,
    );
  }
  const { kind } = term;
  // Callers without types may leave these out.
  const given: Partial<RequiredTerm> = term;
  const { polarity = 'required', weight = literalWeight } = given;
  if (!termKinds.has(kind)) {
    throw new InvalidArgumentError(
      `expected a term kind of ${[...termKinds].join(', ')}, got ${JSON.stringify(kind)} for ${JSON.stringify(term.text)}`,
    );
  }
  if (!polarities.has(polarity)) {
    throw new InvalidArgumentError(
      `expected a polarity of required, forbidden or replaced, got ${JSON.stringify(polarity)}`,
    );
  }
  if (typeof weight !== 'number' || !(weight >= 0 && weight <= 1)) {
    throw new InvalidArgumentError(
      `expected a weight from 0 to 1, got ${String(weight)} for ${JSON.stringify(term.text)}`,
    );
  }
  return { ...term, polarity, weight };
}
