import { detectLanguage, type Language } from '@kanmon/core';

const hiragana = /\p{Script=Hiragana}/u;
const eastAsian = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u;
const latin = /\p{Script=Latin}/u;
const letter = /\p{L}/gu;
/** Letters and marks that English does not write, and scripts that are not Latin. */
const foreign = /[\u00c0-\u024f¿¡]|(?!\p{Script=Latin})\p{L}/u;
/** Frequent words of es, fr, de, it, pt that are not English words. */
const foreignWords =
  /(?:^|[^\p{L}])(?:el|los|las|que|una|por|para|del|cómo|cuánto|donde|les|des|est|pour|dans|sur|avec|vous|je|mon|combien|der|das|und|ist|nicht|ein|eine|ich|mein|wie|kann|che|non|sono|gli|della|il|posso|uma|com|não|meu|quanto|mi|su|es|wo|bitte|devolver|puedo)(?=$|[^\p{L}])/iu;

/** Simplified forms that Japanese does not write, frequent in questions to shops. */
const simplified = /[货费钱换购账码发选择还请吗么怎询订]/u;

/**
 * The language of a message; where it has no letters, that of the last user message before it.
 * Core's detection, refined for chat: short Latin messages are English unless something speaks
 * against it, and a Japanese sentence around a Latin brand name stays Japanese.
 */
export function resolveLanguage(message: string, earlier: readonly string[]): Language {
  const own = languageOf(message);
  if (own !== null) return own;
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    const before = languageOf(earlier[index] ?? '');
    if (before !== null) return before;
  }
  return 'other';
}

/** Null for a text without letters. */
function languageOf(text: string): Language | null {
  letter.lastIndex = 0;
  if (!letter.test(text)) return null;
  if (hiragana.test(text)) return 'ja';
  if (simplified.test(text)) return 'other';
  if (eastAsian.test(text) || !latin.test(text)) return detectLanguage(text);
  if (foreign.test(text))
    return detectLanguage(text) === 'en' && !/[¿¡]/u.test(text) && !foreignWords.test(text)
      ? 'en'
      : 'other';
  return foreignWords.test(text) && !readsAsEnglish(text) ? 'other' : 'en';
}

/** Words that decide for English where a sentence has a foreign word. */
function readsAsEnglish(text: string): boolean {
  const hits = text.match(
    /\b(?:the|and|is|are|how|what|do|does|can|to|my|for|of|with|i|you|it)\b/giu,
  );
  return (hits?.length ?? 0) >= 2;
}
