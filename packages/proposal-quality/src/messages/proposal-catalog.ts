import type { Catalog } from '@kanmon/core';
import { diffTextsEn, diffTextsJa } from './diff-texts.ts';
import { japaneseTexts } from './japanese-texts.ts';
import { englishTexts } from './english-texts.ts';
import { messagesFrom, type Texts } from './texts.ts';

/** Where a model needs the place and the words to correct itself, the seed's strings have neither. */
const placedTexts: Texts = {
  ...englishTexts,
  'unknown-node': "{place} '{id}' is not in the list of nodes",
  'forbidden-phrase': {
    'organizer/phrase-child': '{place} could be phrased as a proposal ("{matched}")',
    'organizer/phrase-polite': '{place} could do without a request ("{matched}")',
    'advisor/phrase':
      '{place} contains "{matched}" ({phrase}): state facts and conditions, and judge no option',
    '*': '{place} contains "{matched}" ({phrase}): propose, and order nobody to do anything',
  },
  'illegal-transition': '{place} is {to}, which cannot follow {from}',
  'target-mismatch': "{place} is '{actual}', not the requested node '{expected}'",
};

/** Texts that name place and words, English and Japanese; gates and runs write with these. */
export const proposalCatalog: Catalog = Object.freeze({
  en: messagesFrom({ ...diffTextsEn, ...placedTexts }, 'en'),
  ja: messagesFrom({ ...diffTextsJa, ...japaneseTexts }, 'ja'),
});
