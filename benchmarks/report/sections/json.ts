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

const scores = z.record(z.string(), z.record(z.string(), score));

export const jsonExtraction: SectionMaker = section(z.object({ scores }), ({ scores: suites }) => ({
  tables: Object.entries(suites).map(([suite, rows]) =>
    scoreTable(`Values, ${suite === 'own corpus' ? suite : `cases of ${suite}`}`, rows),
  ),
  chart: {
    title: 'Broken JSON as models write it: right values',
    caption: `percent of ${suites['own corpus']?.['kanmon']?.cases ?? 0} cases, more is better`,
    bars: Object.entries(suites['own corpus'] ?? {}).map(([label, { cases, right }]) => ({
      label,
      value: Number(((100 * right) / cases).toFixed(1)),
      isOurs: label === 'kanmon',
    })),
  },
}));

export const jsonRawOutputs: SectionMaker = section(
  z.object({ models: z.number(), texts: z.number(), scores }),
  ({ models, texts, scores: kinds }) => ({
    tables: Object.entries(kinds).map(([kind, rows]) =>
      scoreTable(`Stored answers, ${kind} (of ${texts} texts in ${models} files or folders)`, rows),
    ),
  }),
);

function scoreTable(
  title: string,
  rows: Readonly<Record<string, z.infer<typeof score>>>,
): { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] } {
  return {
    title,
    columns: ['contender', 'right', 'silently wrong', 'refused'],
    rows: Object.entries(rows).map(([name, { cases, right, silentlyWrong, refused }]) => [
      name,
      `${right} of ${cases}`,
      String(silentlyWrong),
      String(refused),
    ]),
  };
}

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
