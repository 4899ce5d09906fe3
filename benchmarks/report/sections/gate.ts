import * as z from 'zod';
import { byName, percent, rowsOf, section, type SectionMaker, spreadColumn } from './shapes.ts';

/** Of `gate-overhead` and of `partial-reader`. */
export const timeRatios: SectionMaker = section(
  z.object({ ratioTo: z.string(), ratios: byName }),
  ({ ratioTo, ratios }) => ({
    tables: [
      { title: `Time over ${ratioTo}`, columns: ['subject', spreadColumn], rows: rowsOf(ratios) },
    ],
  }),
);

/** Of `correction-tokens` and of `proposal-correction`. */
export const correctionTokens: SectionMaker = section(
  z.object({
    results: z.array(
      z.object({
        options: z.number(),
        field: z.string().optional(),
        patch: z.number(),
        whole: z.number(),
        share: z.number(),
      }),
    ),
  }),
  ({ results }) => ({
    tables: [
      {
        title: 'Output tokens of a correction',
        columns: ['options', 'one bad field', 'patch', 'whole report', 'share'],
        rows: results.map(({ options, field = 'any', patch, whole, share }) => [
          String(options),
          field,
          String(patch),
          String(whole),
          percent(share),
        ]),
      },
    ],
  }),
);
