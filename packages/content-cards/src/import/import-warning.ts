import type { ImportWarning } from './source.ts';

/** A warning in the language of the reader. */
export function importWarning(
  code: string,
  source: string,
  locale: 'ja' | 'en',
  texts: { readonly ja: string; readonly en: string },
  params: ImportWarning['params'] = {},
): ImportWarning {
  return { code, source, message: texts[locale], params };
}

/** Characters that no card may hold were taken out. Empty when there were none. */
export function removalWarnings(
  count: number,
  source: string,
  locale: 'ja' | 'en',
  params: ImportWarning['params'] = {},
): readonly ImportWarning[] {
  if (count === 0) return [];
  const texts = {
    ja: `制御文字など、表示できない文字を${count}個取り除きました。`,
    en: `${count} control characters were removed.`,
  };
  return [importWarning('control_characters_removed', source, locale, texts, { ...params, count })];
}
