import { stemmer } from 'stemmer';

/** Longer words are left whole: the stemmer's expressions backtrack on them. */
const longestStemmed = 40;
const plainWord = /^[a-z]+$/;

/** Porter stem of a lower-case English word; anything else comes back as it is. */
export function stemWord(word: string): string {
  return word.length <= longestStemmed && plainWord.test(word) ? stemmer(word) : word;
}

/** Words of a data list: separated by white space; `#` starts a reason that runs to the end of its line. */
export function parseWordList(list: string): readonly string[] {
  return list
    .split('\n')
    .flatMap((line) => line.replace(/#.*$/, '').split(/\s/))
    .filter((word) => word !== '');
}
