import { seedTexts } from './seed-texts.ts';
import type { Texts } from './texts.ts';

/** The strings of the seed, with English examples where the seed has Japanese ones. */
export const englishTexts: Texts = {
  ...seedTexts,
  'forbidden-phrase': {
    'organizer/phrase': 'summary or reason contains forbidden phrase (e.g. should, must)',
    'advisor/phrase': 'output contains forbidden word (e.g. best option, recommend)',
    'organizer/phrase-child': '{place} could be phrased as a proposal ("{matched}")',
    '*': '{place} could do without a request ("{matched}")',
  },
  'no-next-step': '{place} could suggest next step (e.g. First, ...)',
  'label-form': '{place} should contain option, plan, pattern or candidate',
};
