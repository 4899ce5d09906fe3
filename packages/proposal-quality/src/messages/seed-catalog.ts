import type { Catalog } from '@kanmon/core';
import { diffTextsEn, diffTextsJa } from './diff-texts.ts';
import { japaneseTexts } from './japanese-texts.ts';
import { seedTexts } from './seed-texts.ts';
import { messagesFrom } from './texts.ts';

/** The strings of the seed in English, and Japanese sentences that name the place. */
export const seedCatalog: Catalog = Object.freeze({
  en: messagesFrom({ ...diffTextsEn, ...seedTexts }, 'en'),
  ja: messagesFrom({ ...diffTextsJa, ...japaneseTexts }, 'ja'),
});
