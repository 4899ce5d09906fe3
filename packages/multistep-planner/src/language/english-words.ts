/** One word of a Latin text, with UTF-16 offsets. */
export interface Word {
  readonly text: string;
  readonly lower: string;
  /** Singular, without a possessive: the form in which words are looked up. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;

/** The words of a text in order. Linear. */
export function englishWords(text: string): readonly Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => {
    const [word] = match;
    const lower = word.toLowerCase().replaceAll('’', "'");
    return {
      text: word,
      lower,
      folded: foldWord(lower),
      start: match.index,
      end: match.index + word.length,
    };
  });
}

/** Lower case, no possessive, singular: enough to find a lexicon word in its plural. */
function foldWord(word: string): string {
  const bare = word.toLowerCase().replace(/'s$|'$/u, '');
  if (bare.length <= 3 || !bare.endsWith('s') || /(?:ss|us|is)$/u.test(bare)) return bare;
  if (bare.endsWith('ies') && bare.length > 4) return `${bare.slice(0, -3)}y`;
  return /(?:xes|ches|shes|sses)$/u.test(bare) ? bare.slice(0, -2) : bare.slice(0, -1);
}

/** Folds each word of a phrase. */
export function foldPhrase(phrase: string): string {
  return phrase.split(' ').map(foldWord).join(' ');
}
