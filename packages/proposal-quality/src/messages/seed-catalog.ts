import type { Catalog } from '@kanmon/core';
import { diffTextsEn, diffTextsJa } from './diff-texts.ts';
import { japaneseTexts } from './japanese-texts.ts';
import { seedTexts } from './seed-texts.ts';
import { messagesFrom } from './texts.ts';

/**
 * The English strings of the seed to the letter, with its Japanese examples, and Japanese sentences
 * that name the place. Pass it as `catalog` where other programs compare these strings.
 */
export const seedCatalog: Catalog = Object.freeze({
  en: messagesFrom({ ...diffTextsEn, ...seedTexts }, 'en'),
  ja: messagesFrom({ ...diffTextsJa, ...japaneseTexts }, 'ja'),
});
