import * as z from 'zod';
import {
  barOf,
  byName,
  cellOf,
  figure,
  rowsOf,
  section,
  type SectionMaker,
  spreadColumn,
} from './shapes.ts';

export const llmAdapters: SectionMaker = section(
  z.object({
    ratios: byName,
    cassette: z.object({ 'live / replay': figure }),
    coldImportMs: z.object({ ratio: figure }),
  }),
  ({ ratios, cassette, coldImportMs }) => ({
    tables: [
      {
        title: 'One call against a local server',
        columns: ['ratio', spreadColumn],
        rows: [
          ...rowsOf(ratios),
          ['live / replay from a cassette', cellOf(cassette['live / replay'])],
          ['cold import of the root / cold import of openai', cellOf(coldImportMs.ratio)],
        ],
      },
    ],
    chart: {
      title: 'One call against a local server',
      caption: 'ratio of the times, median and middle 80 %, less is better',
      reference: 1,
      bars: Object.entries(ratios).map(([label, value]) => barOf(label, value, true)),
    },
  }),
);
