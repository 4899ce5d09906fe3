import * as z from 'zod';
import {
  barOf,
  byName,
  cellOf,
  rowsOf,
  section,
  type SectionMaker,
  spreadColumn,
} from './shapes.ts';

const score = z.object({
  cases: z.number(),
  right: z.number(),
  silentlyWrong: z.number(),
  refused: z.number(),
});

export const jsonExtraction: SectionMaker = section(
  z.object({ scores: z.record(z.string(), z.record(z.string(), score)) }),
  ({ scores }) => ({
    tables: Object.entries(scores).map(([suite, contenders]) => ({
      title: `Values, ${suite === 'own corpus' ? suite : `cases of ${suite}`}`,
      columns: ['contender', 'right', 'silently wrong', 'refused'],
      rows: Object.entries(contenders).map(([name, { cases, right, silentlyWrong, refused }]) => [
        name,
        `${right} of ${cases}`,
        String(silentlyWrong),
        String(refused),
      ]),
    })),
    chart: {
      title: 'Broken JSON as models write it: right values',
      caption: `percent of ${scores['own corpus']?.['kanmon']?.cases ?? 0} cases, more is better`,
      bars: Object.entries(scores['own corpus'] ?? {}).map(([label, { cases, right }]) => ({
        label,
        value: Number(((100 * right) / cases).toFixed(1)),
        isOurs: label === 'kanmon',
      })),
    },
  }),
);

export const jsonExtractionSpeed: SectionMaker = section(
  z.object({
    timeOverJsonParse: z.object({
      clean: z.record(z.string(), byName),
      'malformed 51 KB': z.record(z.string(), byName),
    }),
  }),
  ({ timeOverJsonParse: { clean, 'malformed 51 KB': malformed } }) => ({
    tables: Object.entries({ ...clean, ...malformed }).map(([input, contenders]) => ({
      title: `Time over JSON.parse of the clean text, ${input in clean ? `clean ${input}` : `51 KB with ${input}`}`,
      columns: ['contender', spreadColumn],
      rows: rowsOf(contenders),
    })),
  }),
);

export const jsonPatch: SectionMaker = section(
  z.object({ microseconds: byName, ratios: byName }),
  ({ microseconds, ratios }) => ({
    tables: [
      {
        title: '60 operations on a document of 200 slides',
        columns: ['contender', 'microseconds, median (middle 80 %)', 'our time over its time'],
        rows: Object.entries(microseconds).map(([name, time]) => [
          name,
          cellOf(time),
          cellOf(ratios[`kanmon / ${name}`] ?? 1),
        ]),
      },
    ],
    chart: {
      title: '60 operations on a document of 200 slides',
      caption:
        'microseconds, median and middle 80 %, less is better; only kanmon and "on a clone" keep the input',
      bars: Object.entries(microseconds).map(([label, time]) =>
        barOf(label, time, label === 'kanmon'),
      ),
    },
  }),
);
