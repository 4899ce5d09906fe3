/** Repeated patterns that make careless scanners quadratic. */
export const hostilePatterns: Readonly<Record<string, string>> = {
  'open quotes': '「', 'closed quotes': '「」', 'straight quotes': '"a', backticks: '`', digits: '1', 'dotted digits': '1.', 'dashed digits': '1-', 'dots and dashes': '1.-',
  camelCase: 'aB', capitals: 'A', 'one long word': 'a', dashes: '-', 'negation cues': 'しない', exclusions: '不要', 'English not': 'not ', 'do not': 'do not ', without: 'without ',
  'combining marks': '\u0301', dakuten: '\u3099', 'half-width kana': 'ｶﾞ', kanji: '漢', katakana: 'ア', 'long marks': 'アー', 'only long marks': 'ー', 'middle dots': '・',
  particles: 'の', slashes: '/', paths: 'a/', 'powers of ten': '1万', 'kanji numerals': '十', changes: '8から', okurigana: '取り', versions: 'A 1 ', 'v versions': 'v1.1',
  joints: 'and ', commas: '、', 'noun lists': '印刷、', snakes: 'a_', at: '@a', 'lone surrogates': '\ud800', emoji: '🍣', ordinals: '第', rates: '1 per ', ranges: '1~', money: '¥1',
  months: 'may 1 ', honorifics: 'お', 'particle lists': '印のや', 'subject marks': '印がで', sharps: 'C#', dollars: '$', 'small vowels': 'ェイ', names: 'Cloud Run ', phrases: 'search orders ', endpoints: 'GET /', 'full-width digits': '１',
};

/** `length` units of a pattern. */
export function repeated(pattern: string, length: number): string {
  return pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
}
