// A README is an introduction: short, with narrow tables and a first sample that every reader can follow.

const fences = /^```[\s\S]*?^```$/gm;
const mostWords = 950;
/** Japanese is counted in characters: about 2.9 make an English word of the other README. */
const mostCharacters = 2800;
/** Of the text that a reader sees. */
const longestCell = 80;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** One sentence for each rule of form that a README breaks. */
export function formFaults(readme: string, text: string): readonly string[] {
  const isJapanese = readme.endsWith('.ja.md');
  const prose = visible(text.replaceAll(fences, ''));
  return [
    ...(isJapanese ? tooManyCharacters(prose) : tooManyWords(prose)),
    ...wideCells(prose),
    ...(isJapanese ? [] : foreignSample(text)),
  ];
}

function tooManyWords(prose: string): readonly string[] {
  const count = (prose.match(/[\p{L}\p{N}@./_'-]*[\p{L}\p{N}]/gu) ?? []).length;
  return count > mostWords ? [`${count} words; a README has at most ${mostWords}`] : [];
}

function tooManyCharacters(prose: string): readonly string[] {
  const count = (prose.match(/[\p{L}\p{N}]/gu) ?? []).length;
  return count > mostCharacters
    ? [`${count} characters; a Japanese README has at most ${mostCharacters}`]
    : [];
}

function wideCells(prose: string): readonly string[] {
  return (prose.match(/^\|.*\|$/gm) ?? [])
    .flatMap((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter((cell) => cell.length > longestCell && !/^-+$/.test(cell))
    .map((cell) => `a cell of ${cell.length} characters: "${cell.slice(0, 40)}..."`);
}

/** The first sample and its output have to be readable without Japanese. */
function foreignSample(text: string): readonly string[] {
  const first = text.search(/^```ts/m);
  if (first === -1) return ['there is no sample'];
  const sample = text.slice(first).match(fences)?.slice(0, 2) ?? [];
  return sample.some((block) => japanese.test(block)) ? ['its first sample is not English'] : [];
}

/** Links show their text, code shows without its marks. */
function visible(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
