import { findTokenProblem } from './text/read-tokens.ts';
import type { SynonymSource, Tokenizer } from './vocabulary/terms.ts';

/** Texts on which tokenizers fail: scripts side by side, surrogate pairs, combining marks, no text. */
const sampleTexts: readonly string[] = [
  '',
  ' ',
  '棚卸しの結果を毎月末17時までにExcelで出力する',
  'Throttle PATCH /v3/profiles to 40 calls per second.',
  '𠮷野家で🍣を注文する',
  'か\u3099き\u3099ﾊﾞｰｺｰﾄﾞ',
  '改行\n\tとタブ',
  '\ud800単独',
];

/** Returns the problems of a tokenizer: offsets and surfaces that do not slice the text, throws, unstable answers. */
export function checkTokenizer(
  tokenizer: Tokenizer,
  texts: readonly string[] = sampleTexts,
): readonly string[] {
  return checkSamples('tokenizer', tokenizer.name, texts, (text) => {
    const tokens = tokenizer.tokenize(text);
    const again = tokenizer.tokenize(text);
    const isStable = JSON.stringify(tokens) === JSON.stringify(again);
    return findTokenProblem(text, tokens) ?? (isStable ? '' : 'a second call gave other tokens');
  });
}

/** Returns the problems of a synonym source: throws, answers that are not lists of forms, a form as its own synonym. */
export function checkSynonymSource(
  source: SynonymSource,
  forms: readonly string[] = ['認証', 'login', 'サーバ', '', '__proto__', 'constructor'],
): readonly string[] {
  return checkSamples('source', source.name, forms, (form) => {
    const found: unknown = source.lookup(form);
    if (!Array.isArray(found) || found.some((each) => typeof each !== 'string'))
      return 'the answer is not a list of strings';
    if (found.some((each: string) => each.trim() === '')) return 'a synonym is blank';
    return found.includes(form) ? 'the form is its own synonym' : '';
  });
}

function checkSamples(
  kind: string,
  name: unknown,
  samples: readonly string[],
  findProblem: (sample: string) => string,
): readonly string[] {
  const problems = typeof name !== 'string' || name === '' ? [`the ${kind} has no name`] : [];
  for (const sample of samples) {
    const shown = JSON.stringify(sample);
    try {
      const problem = findProblem(sample);
      if (problem !== '') problems.push(`${shown}: ${problem}`);
    } catch (error) {
      problems.push(`${shown}: it threw ${String(error)}`);
    }
  }
  return problems;
}
