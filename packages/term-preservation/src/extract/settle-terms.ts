import { foldTerm } from '../text/fold-term.ts';
import type { RequiredTerm, RequiredTerms } from '../vocabulary/terms.ts';
import { isExactKind, isLiteralKind } from './weights.ts';

/** Identity of a term: exact kinds keep their case. */
export function termKey(term: RequiredTerm): string {
  return isExactKind(term.kind) ? `=${term.text.normalize('NFKC')}` : foldTerm(term.text);
}

/** Merges equal terms, settles conflicts of polarity and keeps the `maxTerms` heaviest, in order. */
export function settleTerms(
  found: readonly RequiredTerm[],
  maxTerms: number,
  about: Pick<RequiredTerms, 'source' | 'language'>,
  earlier: readonly string[] = [],
): RequiredTerms {
  const byKey = new Map<string, RequiredTerm>();
  const warnings = [...earlier];
  const conflicts = new Set<string>();
  for (const term of found) {
    if (term.text.trim() === '') continue;
    const key = termKey(term);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, term);
    else {
      if (isOpposed(known, term)) conflicts.add(known.text);
      byKey.set(key, merge(known, term));
    }
  }
  for (const text of conflicts)
    warnings.push(`"${text}" is both asked for and left out; it is kept as required`);
  const all = [...byKey.values()];
  const kept = heaviest(all, maxTerms);
  const truncated = kept.length < all.length;
  if (truncated)
    warnings.push(
      `${all.length - kept.length} of ${all.length} terms were dropped: maxTerms is ${maxTerms}`,
    );
  return {
    terms: kept.filter((term) => term.polarity === 'required').map((term) => term.text),
    ...about,
    items: kept,
    truncated,
    warnings,
    ...(conflicts.size === 0 ? {} : { conflicts: [...conflicts] }),
  };
}

function isOpposed(a: RequiredTerm, b: RequiredTerm): boolean {
  return a.polarity !== b.polarity && a.polarity !== 'replaced' && b.polarity !== 'replaced';
}

/** The first span stays, the greater weight too; required wins over the other polarities. */
function merge(known: RequiredTerm, term: RequiredTerm): RequiredTerm {
  const polarity =
    known.polarity === term.polarity
      ? known.polarity
      : known.polarity === 'required' || term.polarity === 'required'
        ? 'required'
        : 'forbidden';
  return { ...known, polarity, weight: Math.max(known.weight, term.weight) };
}

/** Literals and custom terms outweigh words, so that they go last. */
function heaviest(terms: readonly RequiredTerm[], maxTerms: number): readonly RequiredTerm[] {
  if (terms.length <= maxTerms) return terms;
  const ranked = terms
    .map((term, index) => ({
      term,
      index,
      rank: term.weight + (isLiteralKind(term.kind) || term.kind === 'custom' ? 1 : 0),
    }))
    .toSorted((a, b) => b.rank - a.rank || a.index - b.index)
    .slice(0, maxTerms);
  return ranked.toSorted((a, b) => a.index - b.index).map(({ term }) => term);
}
