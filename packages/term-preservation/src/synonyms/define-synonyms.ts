import { InvalidArgumentError } from '@kanmon/core';
import { checkArgument, checkOptions, isRecord } from '@kanmon/core/kit';
import { skeletonOf } from '../match/skeleton.ts';
import { foldTerm } from '../text/fold-term.ts';
import { append, stemWord } from '../text/lexicon.ts';
import type { SynonymSource } from '../vocabulary/terms.ts';

/** Forms with one meaning, or forms (`from`) that are met by others (`to`) but not the other way round. */
export type SynonymGroup =
  | readonly string[]
  | { readonly from: readonly string[]; readonly to: readonly string[] };

/**
 * Creates a synonym source of the caller's own groups.
 *
 * @throws {InvalidArgumentError} For a group of fewer than two forms.
 */
export function defineSynonyms(
  groups: readonly SynonymGroup[],
  options: { readonly name?: string } = {},
): SynonymSource {
  checkOptions(options, 'name', 'defineSynonyms(groups, options)');
  const { name = 'own' } = options;
  checkArgument('groups of defineSynonyms', 'a list', groups);
  const synonyms = new Map<string, string[]>();
  for (const group of groups) {
    const isPair = isRecord(group) && 'from' in group;
    const { from, to } = isPair ? group : { from: group, to: group };
    checkArgument('each group of defineSynonyms', 'a list', from);
    checkArgument('each group of defineSynonyms', 'a list', to);
    const forms = new Set([...from, ...to].map(foldTerm));
    if (from.length === 0 || to.length === 0 || forms.size < 2 || forms.has('')) {
      throw new InvalidArgumentError(
        `expected a synonym group of two forms or more, got ${JSON.stringify(group)}; a form alone has no synonym`,
      );
    }
    for (const form of from) {
      const key = synonymKey(form);
      for (const other of to) {
        const known = synonyms.get(key)?.includes(other) === true;
        if (!known && synonymKey(other) !== key) append(synonyms, key, other);
      }
    }
  }
  return { name, lookup: (folded) => synonyms.get(synonymKey(folded)) ?? [] };
}

/** Returns one key for all spellings of a word: okurigana, plural, hyphens and spaces do not matter. */
export function synonymKey(form: string): string {
  const folded = foldTerm(form);
  if (/^[a-z0-9' \-.&/]+$/.test(folded)) {
    const words = folded.split(/[^a-z0-9']+/).filter((word) => word !== '');
    return words.map(stemWord).join('');
  }
  const polite = folded.replace(/^[おご](?=[\u4e00-\u9fff])/, '');
  const skeleton = skeletonOf(polite);
  return skeleton === '' ? polite : skeleton;
}
