import { InvalidArgumentError } from '@kanmon/core';
import { skeletonOf } from '../match/skeleton.ts';
import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/lexicon.ts';
import type { SynonymSource } from '../vocabulary/terms.ts';

/** Forms that mean the same, or forms that are met by others but not the other way. */
export type SynonymGroup =
  | readonly string[]
  | { readonly from: readonly string[]; readonly to: readonly string[] };

/** A synonym source of the caller's own groups. A group needs two forms. */
export function defineSynonyms(
  groups: readonly SynonymGroup[],
  options: { readonly name?: string } = {},
): SynonymSource {
  const { name = 'own' } = options;
  const byKey = new Map<string, string[]>();
  for (const group of groups) {
    const { from, to } = readGroup(group);
    for (const form of from) {
      const key = synonymKey(form);
      const list = byKey.get(key) ?? [];
      for (const other of to)
        if (synonymKey(other) !== key && !list.includes(other)) list.push(other);
      byKey.set(key, list);
    }
  }
  return { name, lookup: (folded) => byKey.get(synonymKey(folded)) ?? [] };
}

function readGroup(group: SynonymGroup): {
  readonly from: readonly string[];
  readonly to: readonly string[];
} {
  const { from, to } = isSymmetric(group) ? { from: group, to: group } : group;
  const forms = new Set([...from, ...to].map(foldTerm));
  if (from.length === 0 || to.length === 0 || forms.size < 2 || forms.has('')) {
    throw new InvalidArgumentError(
      `expected a synonym group of two forms or more, got ${JSON.stringify(group)}; a form alone has no synonym`,
    );
  }
  return { from, to };
}

function isSymmetric(group: SynonymGroup): group is readonly string[] {
  return Array.isArray(group);
}

/** Forms with one key are one word: okurigana, plural, hyphens and spaces do not tell words apart. */
export function synonymKey(form: string): string {
  const folded = foldTerm(form);
  if (/^[a-z0-9' \-.&/]+$/.test(folded)) {
    return folded
      .split(/[^a-z0-9']+/)
      .filter((word) => word !== '')
      .map(stemWord)
      .join('');
  }
  const polite = folded.replace(/^[おご](?=[\u4e00-\u9fff])/, '');
  const skeleton = skeletonOf(polite);
  return skeleton === '' ? polite : skeleton;
}
