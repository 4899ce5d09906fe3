import * as z from 'zod';
import { formatFigure } from '../format-figure.ts';
import {
  byName,
  cellOf,
  figure,
  percent,
  rowsOf,
  section,
  type SectionMaker,
  spreadColumn,
} from './shapes.ts';

const share = z.number();
const scored = z.object({ total: z.number(), correct: share, silentlyWrong: share });
type Scored = z.infer<typeof scored>;

const methods = {
  kanmon: 'kanmon',
  quote: 'quote and context',
  seed: 'order of the seed',
} as const;
const methodNames = ['kanmon', 'quote', 'seed'] as const;
const languages = { ja: 'Japanese', en: 'English' } as const;
const language = z.enum(['ja', 'en']);

export const remap: SectionMaker = section(
  z.object({
    sets: z.record(z.string(), z.object({ kanmon: scored, quote: scored, seed: scored })),
    calibration: z.object({ n: z.number(), error: z.number() }),
    deletions: z.record(z.string(), z.object({ n: z.number(), lost: share })),
    recurrence: z.record(
      language,
      z.object({ total: z.number(), agreement: share, falseRecurrence: share }),
    ),
  }),
  ({ sets, calibration, deletions, recurrence }) => {
    const all = sets['histories'];
    return {
      tables: [
        {
          title: 'Places found again: correct / silently wrong',
          columns: ['set', 'places', ...Object.values(methods)],
          rows: Object.entries(sets).map(([set, scores]) => [
            set,
            String(scores.kanmon.total),
            ...methodNames.map((name) => cellOfScore(scores[name])),
          ]),
        },
        {
          title: 'What else a place has to say',
          columns: ['figure', 'cases', 'measured'],
          rows: [
            [
              'claimed confidence against the share that was right, error over 10 bins',
              String(calibration.n),
              formatFigure(calibration.error),
            ],
            ...Object.entries(deletions).map(([name, { n, lost }]) => [
              `deleted, ${deletionLabel(name)}: said to be lost`,
              String(n),
              percent(lost),
            ]),
            ...(['ja', 'en'] as const).map((code) => [
              `the same finding again, ${languages[code]}: right / false recurrences`,
              String(recurrence[code].total),
              `${percent(recurrence[code].agreement)} / ${percent(recurrence[code].falseRecurrence)}`,
            ]),
          ],
        },
      ],
      ...(all === undefined
        ? {}
        : {
            chart: {
              title: 'Places silently moved to a wrong text, public histories',
              caption: `percent of ${all.kanmon.total} places, less is better`,
              bars: methodNames.map((name) => ({
                label: methods[name],
                value: Number((100 * all[name].silentlyWrong).toFixed(2)),
                isOurs: name === 'kanmon',
              })),
            },
          }),
    };
  },
);

function cellOfScore({ correct, silentlyWrong }: Scored): string {
  return `${percent(correct)} / ${percent(silentlyWrong)}`;
}

/** Of `near-ja` and the like. */
function deletionLabel(name: string): string {
  const [kind, code] = name.split('-');
  const copy = kind === 'near' ? 'a near copy stays' : 'the same phrase stays elsewhere';
  return `${copy}, ${languages[language.parse(code)]}`;
}

export const remapSpeed: SectionMaker = section(z.object({ ratios: byName }), ({ ratios }) => ({
  tables: [
    {
      title: 'Time to find a thousand places again',
      columns: ['time / time', spreadColumn],
      rows: rowsOf(ratios),
    },
  ],
}));

export const issueFold: SectionMaker = section(
  z.object({ events: z.number(), issues: z.number(), milliseconds: byName, ratio: figure }),
  ({ events, issues, milliseconds, ratio }) => ({
    tables: [
      {
        title: `A session of ${events} events and ${issues} issues out of its history`,
        columns: ['milliseconds', spreadColumn],
        rows: [...rowsOf(milliseconds), ['fold / JSON.parse of the lines', cellOf(ratio)]],
      },
    ],
  }),
);
