import { checkArgument } from '@kanmon/core/kit';
import { foldTerm } from '../text/fold-term.ts';
import {
  isExactKind,
  isLiteralKind,
  type RequiredTerm,
  type RequiredTerms,
  termPolarities,
} from '../vocabulary/terms.ts';

/** Returns the identity of a term. Exact kinds keep their case. */
export function termKey(term: RequiredTerm): string {
  return isExactKind(term.kind) ? `=${term.text.normalize('NFKC')}` : foldTerm(term.text);
}

/** Merges equal terms, resolves conflicts of polarity and keeps the `maxTerms` heaviest, in order. */
export function settleTerms(
  found: readonly RequiredTerm[],
  maxTerms: number,
  about: Pick<RequiredTerms, 'source' | 'language'>,
  earlier: readonly string[] = [],
): RequiredTerms {
  const byKey = new Map<string, RequiredTerm>();
  const conflicts = new Set<string>();
  for (const term of found) {
    if (term.text.trim() === '') continue;
    const key = termKey(term);
    const known = byKey.get(key);
    if (known !== undefined && isOpposed(known, term)) conflicts.add(known.text);
    byKey.set(key, known === undefined ? term : merge(known, term));
  }
  const all = [...byKey.values()];
  const items = heaviest(all, maxTerms);
  const dropped = all.length - items.length;
  const warnings = [
    ...earlier,
    ...[...conflicts].map(
      (text) => `"${text}" is both asked for and left out; it is kept as required`,
    ),
    ...(dropped === 0
      ? []
      : [`${dropped} of ${all.length} terms were dropped: maxTerms is ${maxTerms}`]),
  ];
  return {
    terms: items.filter((term) => term.polarity === 'required').map((term) => term.text),
    ...about,
    items,
    truncated: dropped > 0,
    warnings,
    ...(conflicts.size === 0 ? {} : { conflicts: [...conflicts] }),
  };
}

function isOpposed(a: RequiredTerm, b: RequiredTerm): boolean {
  return a.polarity !== b.polarity && a.polarity !== 'replaced' && b.polarity !== 'replaced';
}

/** The first span and the greater weight stay. Required wins over forbidden, and forbidden over replaced. */
function merge(known: RequiredTerm, term: RequiredTerm): RequiredTerm {
  const polarity =
    termPolarities.find((each) => each === known.polarity || each === term.polarity) ?? 'required';
  return { ...known, polarity, weight: Math.max(known.weight, term.weight) };
}

function rank({ kind, weight }: RequiredTerm): number {
  return weight + (isLiteralKind(kind) || kind === 'custom' ? 1 : 0);
}

/** Literals and custom terms outweigh words: they are dropped last. */
function heaviest(terms: readonly RequiredTerm[], maxTerms: number): readonly RequiredTerm[] {
  const kept = new Set(terms.toSorted((a, b) => rank(b) - rank(a)).slice(0, maxTerms));
  return terms.filter((term) => kept.has(term));
}

/** Returns one set of terms from several. Of equal terms the first wins, and none is dropped. */
export function mergeRequiredTerms(...parts: readonly RequiredTerms[]): RequiredTerms {
  for (const part of parts) {
    checkArgument('each items of mergeRequiredTerms', 'a list', part?.items);
    checkArgument('each warnings of mergeRequiredTerms', 'a list', part.warnings);
  }
  const items = parts.flatMap((part) => part.items);
  const { source = 'custom', language = 'other' } = parts[0] ?? {};
  const warnings = parts.flatMap((part) => part.warnings);
  const merged = settleTerms(items, items.length, { source, language }, warnings);
  return { ...merged, truncated: parts.some((part) => part.truncated) };
}
