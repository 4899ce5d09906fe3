import type { Catalog } from '@kanmon/core';
import { diffTextsEn } from './diff-texts.ts';
import { englishTexts } from './english-texts.ts';
import { seedCatalog } from './seed-catalog.ts';
import { messagesFrom } from './texts.ts';

/** Texts of the validators: short English strings, and Japanese sentences that name the place. */
export const validatorCatalog: Catalog = Object.freeze({
  ...seedCatalog,
  en: messagesFrom({ ...diffTextsEn, ...englishTexts }, 'en'),
});
