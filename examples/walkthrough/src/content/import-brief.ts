import { join } from 'node:path';
import { type ImportResult, importSources } from '@kanmon/content-cards';
import { sourceOf, sourceTools } from '@kanmon/example-shared/content-sources';
import type { Clock, Locale } from '@kanmon/core';

const inputs = join(import.meta.dirname, '../../inputs');

/** The brief of the story: a text, a page of PDF and an old export in Shift_JIS. */
export function importBrief(locale: Locale, clock: Clock): Promise<ImportResult> {
  const names = [`brief.${locale}.md`, `schedule.${locale}.pdf`, `voices.${locale}.txt`];
  return importSources(
    names.map((name) => sourceOf(join(inputs, name), true)),
    { ...sourceTools(), locale, clock, spec_id: deckId },
  );
}

/** The deck of the story. */
export const deckId = 'demo-deck';
