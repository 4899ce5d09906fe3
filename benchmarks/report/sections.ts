import { z } from 'zod';
import { formatFigure } from './bar-chart.ts';
import type { Section } from './section.ts';

const spread = z.object({ median: z.number(), p10: z.number(), p90: z.number() });
const figure = z.object({ median: z.number(), low: z.number(), high: z.number() });
const share = z.number();

const percent = (value: number): string => `${formatFigure(100 * value)} %`;
const ofSpread = ({ median, p10, p90 }: z.infer<typeof spread>): string =>
  `${formatFigure(median)} (${formatFigure(p10)} to ${formatFigure(p90)})`;
const ofFigure = ({ median, low, high }: z.infer<typeof figure>): string =>
  `${formatFigure(median)} (${formatFigure(low)} to ${formatFigure(high)})`;

/** Makes the section of one topic from its results; throws when they have another shape. */
type SectionMaker = (result: unknown) => Section;

/** Checks the shape first, so that a stale result fails here and not as `undefined` in a table. */
function section<T>(schema: z.ZodType<T>, present: (result: T) => Section): SectionMaker {
  return (result) => present(schema.parse(result));
}

const tokens = section(
  z.object({
    results: z.array(
      z.object({
        options: z.number(),
        field: z.string().optional(),
        patch: z.number(),
        whole: z.number(),
        share,
      }),
    ),
  }),
  ({ results }) => ({
    tables: [
      {
        title: 'Output tokens of a correction',
        columns: ['options', 'one bad field', 'patch', 'whole report', 'share'],
        rows: results.map(({ options, field = 'any', patch, whole, share: part }) => [
          String(options),
          field,
          String(patch),
          String(whole),
          percent(part),
        ]),
      },
    ],
  }),
);

const score = z.object({
  cases: z.number(),
  right: z.number(),
  silentlyWrong: z.number(),
  refused: z.number(),
});
const byContender = z.record(z.string(), spread);

/** In the order in which a reader of the README needs them. */
export const sections: Readonly<Record<string, SectionMaker>> = {
  'json-extraction': section(
    z.object({
      scores: z.record(z.string(), z.record(z.string(), score)),
      timeOverJsonParse: z.object({
        clean: z.record(z.string(), byContender),
        'malformed 51 KB': z.record(z.string(), byContender),
      }),
    }),
    ({ scores, timeOverJsonParse: { clean, 'malformed 51 KB': malformed } }) => ({
      tables: [
        ...Object.entries(scores).map(([suite, contenders]) => ({
          title: `Values, ${suite === 'own corpus' ? suite : `cases of ${suite}`}`,
          columns: ['contender', 'right', 'silently wrong', 'refused'],
          rows: Object.entries(contenders).map(
            ([name, { cases, right, silentlyWrong, refused }]) => [
              name,
              `${right} of ${cases}`,
              String(silentlyWrong),
              String(refused),
            ],
          ),
        })),
        ...Object.entries({ ...clean, ...malformed }).map(([input, contenders]) => ({
          title: `Time over JSON.parse of the clean text, ${input in clean ? `clean ${input}` : `51 KB with ${input}`}`,
          columns: ['contender', 'median (middle 80 %)'],
          rows: Object.entries(contenders).map(([name, time]) => [name, ofSpread(time)]),
        })),
      ],
      chart: {
        title: 'Broken JSON as models write it: right values',
        caption: `percent of ${scores['own corpus']?.['kanmon']?.cases ?? 0} cases, more is better`,
        bars: Object.entries(scores['own corpus'] ?? {}).map(([name, { cases, right }]) => ({
          label: name,
          value: Number(((100 * right) / cases).toFixed(1)),
          isOurs: name === 'kanmon',
        })),
      },
    }),
  ),
  'json-patch': section(
    z.object({ microseconds: byContender, ratios: z.record(z.string(), z.number()) }),
    ({ microseconds, ratios }) => ({
      tables: [
        {
          title: '60 operations on a document of 200 slides',
          columns: ['contender', 'microseconds, median (middle 80 %)', 'our time over its time'],
          rows: Object.entries(microseconds).map(([name, time]) => [
            name,
            ofSpread(time),
            formatFigure(ratios[`kanmon / ${name}`] ?? 1),
          ]),
        },
      ],
      chart: {
        title: '60 operations on a document of 200 slides',
        caption:
          'microseconds, median and middle 80 %, less is better; only kanmon and "on a clone" keep the input',
        bars: Object.entries(microseconds).map(([label, { median, p10, p90 }]) => ({
          label,
          value: median,
          low: p10,
          high: p90,
          isOurs: label === 'kanmon',
        })),
      },
    }),
  ),
  'gate-overhead': section(
    z.object({
      ratioTo: z.string(),
      results: z.array(
        z.object({ subject: z.string(), ratio: z.number(), low: z.number(), high: z.number() }),
      ),
    }),
    ({ ratioTo, results }) => ({
      tables: [
        {
          title: `Time over ${ratioTo}`,
          columns: ['subject', 'median (range)'],
          rows: results.map(({ subject, ratio, low, high }) => [
            subject,
            ofFigure({ median: ratio, low, high }),
          ]),
        },
      ],
    }),
  ),
  'correction-tokens': tokens,
  'proposal-correction': tokens,
  'proposal-validate': section(
    z.object({
      advisor: z.record(z.string(), z.union([z.number(), z.object({ toParseAndZod: figure })])),
      organizer: z.record(z.string(), z.union([z.number(), z.object({ toParseAndZod: figure })])),
    }),
    (result) => ({
      tables: (['advisor', 'organizer'] as const).map((role) => ({
        title: `${role} report: time over JSON.parse and zod`,
        columns: ['subject', 'median (range)'],
        rows: Object.entries(result[role]).flatMap(([name, value]) =>
          typeof value === 'number' ? [] : [[name, ofFigure(value.toParseAndZod)]],
        ),
      })),
    }),
  ),
  'term-preservation': section(
    z.object({
      plans: z.array(
        z.object({
          half: z.string(),
          style: z.string(),
          requests: z.number(),
          auc: z.record(z.string(), z.number()),
        }),
      ),
      sets: z.array(
        z.object({ set: z.string(), figure: z.string(), scores: z.record(z.string(), z.number()) }),
      ),
    }),
    ({ plans, sets }) => ({
      tables: [
        {
          title: 'Plans that keep every term told from plans that lost one (area under the curve)',
          columns: ['requests', ...Object.keys(plans[0]?.auc ?? {})],
          rows: plans.map(({ half, style, requests, auc }) => [
            `${half} ${style}, ${requests}`,
            ...Object.values(auc).map(formatFigure),
          ]),
        },
        {
          title: 'Public sentence pairs',
          columns: ['set', 'figure', ...Object.keys(sets[0]?.scores ?? {})],
          rows: sets.map((each) => [
            each.set,
            each.figure,
            ...Object.values(each.scores).map(formatFigure),
          ]),
        },
      ].filter(({ rows }) => rows.length > 0),
      chart: {
        title: 'Lost terms found in plans, held-out requests',
        caption: 'area under the curve, 0.5 is chance, more is better',
        bars: Object.entries(
          plans.find(({ half, style }) => half === 'held-out' && style === 'B')?.auc ?? {},
        ).map(([label, value]) => ({ label, value, isOurs: label.startsWith('@kanmon/') })),
      },
    }),
  ),
  remap: section(z.looseObject({}), (result) => {
    const scored = z.object({ total: z.number(), correct: share, silentlyWrong: share });
    const methods = z.object({ kanmon: scored, quote: scored, seed: scored });
    const sets = Object.entries(result).flatMap(([set, value]) => {
      const read = methods.safeParse(value);
      return read.success ? [{ set, ...read.data }] : [];
    });
    const cell = ({ correct, silentlyWrong }: z.infer<typeof scored>): string =>
      `${percent(correct)} / ${percent(silentlyWrong)}`;
    const all = sets.find(({ set }) => set === 'histories');
    return {
      tables: [
        {
          title: 'Places found again: correct / silently wrong',
          columns: ['set', 'places', 'kanmon', 'quote and context', 'order of the seed'],
          rows: sets.map(({ set, kanmon, quote, seed }) => [
            set,
            String(kanmon.total),
            cell(kanmon),
            cell(quote),
            cell(seed),
          ]),
        },
      ],
      ...(all === undefined
        ? {}
        : {
            chart: {
              title: 'Places silently moved to a wrong text, six public histories',
              caption: `percent of ${all.kanmon.total} places, less is better`,
              bars: (['kanmon', 'quote', 'seed'] as const).map((name) => ({
                label: { kanmon: 'kanmon', quote: 'quote and context', seed: 'order of the seed' }[
                  name
                ],
                value: Number((100 * all[name].silentlyWrong).toFixed(2)),
                isOurs: name === 'kanmon',
              })),
            },
          }),
    };
  }),
  'event-store': section(z.object({ figures: z.record(z.string(), figure) }), ({ figures }) => ({
    tables: [
      {
        title: 'Durable appends',
        columns: ['figure', 'median (middle 80 %)'],
        rows: Object.entries(figures).map(([name, value]) => [name, ofFigure(value)]),
      },
    ],
  })),
  'llm-adapters': section(
    z.object({
      ratios: byContender,
      cassette: z.object({ 'live / replay': z.number() }),
    }),
    ({ ratios, cassette }) => ({
      tables: [
        {
          title: 'One call against a local server',
          columns: ['ratio', 'median (middle 80 %)'],
          rows: [
            ...Object.entries(ratios).map(([name, value]) => [name, ofSpread(value)]),
            ['live / replay from a cassette', formatFigure(cassette['live / replay'])],
          ],
        },
      ],
    }),
  ),
  'planner-speed': section(
    z.object({ ratios: byContender, growth: z.record(z.string(), z.number()) }),
    ({ ratios, growth }) => ({
      tables: [
        {
          title: 'Speed',
          columns: ['ratio', 'median (middle 80 %)'],
          rows: [
            ...Object.entries(ratios).map(([name, value]) => [name, ofSpread(value)]),
            [
              'worst growth on twice the hostile text',
              formatFigure(Math.max(...Object.values(growth))),
            ],
          ],
        },
      ],
    }),
  ),
  entries: section(
    z.object({
      nearest: z.record(z.string(), z.string()),
      figures: z.record(z.string(), z.object({ bytes: z.number(), importMs: spread })),
    }),
    ({ nearest, figures }) => ({
      tables: [
        {
          title: 'Size (min + gzip, peers left out) and cold import of every entry',
          columns: ['entry', 'KB', 'import, ms (middle 80 %)', 'nearest peer', 'its KB', 'its ms'],
          rows: Object.entries(figures)
            .filter(([name]) => name.startsWith('@kanmon/'))
            .map(([name, { bytes, importMs }]) => {
              const peer = nearest[name];
              const theirs = peer === undefined ? undefined : figures[peer];
              return [
                `\`${name.replace('@kanmon/', '')}\``,
                formatFigure(bytes / 1000),
                ofSpread(importMs),
                peer ?? '',
                theirs === undefined ? '' : formatFigure(theirs.bytes / 1000),
                theirs === undefined ? '' : formatFigure(theirs.importMs.median),
              ];
            }),
        },
      ],
      chart: {
        title: 'Cold import',
        caption:
          'milliseconds in a process of its own, logarithmic, median and middle 80 %, less is better',
        isLogarithmic: true,
        bars: Object.entries(figures)
          .filter(([name]) => name in nearest || Object.values(nearest).includes(name))
          .toSorted(([, left], [, right]) => left.importMs.median - right.importMs.median)
          .map(
            ([
              label,
              {
                importMs: { median, p10, p90 },
              },
            ]) => ({
              label,
              value: median,
              low: p10,
              high: p90,
              isOurs: label.startsWith('@kanmon/'),
            }),
          ),
      },
    }),
  ),
};
