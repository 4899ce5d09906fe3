import { foldTerm } from '../text/fold-term.ts';
import { stemWord } from '../text/stem-word.ts';
import { skeletonOf } from '../match/skeleton.ts';

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
