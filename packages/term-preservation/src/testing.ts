import { findTokenProblem } from './text/read-tokens.ts';
import type { SynonymSource, Tokenizer } from './vocabulary/terms.ts';

/** Texts on which tokenizers go wrong: scripts side by side, pairs of surrogates, combining marks, nothing at all. */
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

/** Problems of a tokenizer: offsets and surfaces that do not slice the text, throws, answers that change. Empty: none found. */
export function checkTokenizer(
  tokenizer: Tokenizer,
  texts: readonly string[] = sampleTexts,
): readonly string[] {
  const problems: string[] = [];
  if (typeof tokenizer.name !== 'string' || tokenizer.name === '')
    problems.push('the tokenizer has no name');
  for (const text of texts) {
    const shown = JSON.stringify(text);
    try {
      const tokens = tokenizer.tokenize(text);
      const problem = findTokenProblem(text, tokens);
      if (problem !== undefined) problems.push(`${shown}: ${problem}`);
      else if (JSON.stringify(tokens) !== JSON.stringify(tokenizer.tokenize(text)))
        problems.push(`${shown}: a second call gave other tokens`);
    } catch (error) {
      problems.push(`${shown}: it threw ${String(error)}`);
    }
  }
  return problems;
}

/** Problems of a synonym source: throws, answers that are no lists of strings, blank forms, a form as its own synonym. */
export function checkSynonymSource(
  source: SynonymSource,
  forms: readonly string[] = ['認証', 'login', 'サーバ', '', '__proto__', 'constructor'],
): readonly string[] {
  const problems: string[] = [];
  if (typeof source.name !== 'string' || source.name === '')
    problems.push('the source has no name');
  for (const form of forms) {
    const shown = JSON.stringify(form);
    try {
      const found: unknown = source.lookup(form);
      if (!Array.isArray(found) || found.some((each) => typeof each !== 'string'))
        problems.push(`${shown}: the answer is no list of strings`);
      else if (found.some((each: string) => each.trim() === ''))
        problems.push(`${shown}: a synonym is blank`);
      else if (found.includes(form)) problems.push(`${shown}: the form is its own synonym`);
    } catch (error) {
      problems.push(`${shown}: it threw ${String(error)}`);
    }
  }
  return problems;
}
