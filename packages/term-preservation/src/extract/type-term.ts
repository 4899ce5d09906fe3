import { InvalidArgumentError, isRecord } from '@kanmon/core';
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

/** Returns the kind of a text: that of a literal when one literal is all of it. */
export function kindOf(text: string): TermKind {
  const plain = normalizeWidth(text.trim()).text;
  const [span] = scanTypedSpans(plain).spans;
  if (span !== undefined && span.outerStart === 0 && span.outerEnd === plain.length)
    return span.kind;
  return /\s/.test(plain) ? 'phrase' : 'word';
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
