import * as z from 'zod';
import { formatFigure } from '../format-figure.ts';
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

const isOurs = (name: string): boolean => name.startsWith('extract');

export const cardsArticle: SectionMaker = section(
  z.object({
    pages: z.number(),
    results: z.record(
      z.string(),
      z.object({ f1: z.number(), precision: z.number(), recall: z.number() }),
    ),
  }),
  ({ pages, results }) => ({
    tables: [
      {
        title: `Main text of ${pages} public pages, runs of four words`,
        columns: ['contender', 'F1', 'precision', 'recall'],
        rows: Object.entries(results).map(([name, { f1, precision, recall }]) => [
          name,
          formatFigure(f1),
          formatFigure(precision),
          formatFigure(recall),
        ]),
      },
    ],
    chart: {
      title: 'Main text of public pages',
      caption: `F1 of runs of four words over ${pages} pages, more is better; "kept" is what the benchmark holds of other tools`,
      bars: Object.entries(results).map(([label, { f1 }]) => ({
        label,
        value: f1,
        isOurs: isOurs(label),
      })),
    },
  }),
);

export const cardsPdf: SectionMaker = section(
  z.object({
    results: z.record(
      z.string(),
      z.record(z.string(), z.object({ paragraphs: z.number(), characters: z.number() })),
    ),
  }),
  ({ results }) => {
    const layouts = Object.keys(Object.values(results)[0] ?? {});
    return {
      tables: [
        {
          title: 'Printed PDFs: F1 of whole paragraphs (of characters)',
          columns: ['reader', ...layouts],
          rows: Object.entries(results).map(([name, scores]) => [
            name,
            ...layouts.map((layout) => {
              const { paragraphs = 0, characters = 0 } = scores[layout] ?? {};
              return `${formatFigure(paragraphs)} (${formatFigure(characters)})`;
            }),
          ]),
        },
      ],
      chart: {
        title: 'Paragraphs of printed PDFs',
        caption: 'F1 of whole paragraphs, more is better',
        bars: layouts.flatMap((layout) =>
          Object.entries(results).map(([name, scores]) => ({
            label: `${layout}: ${name}`,
            value: scores[layout]?.paragraphs ?? 0,
            isOurs: isOurs(name),
          })),
        ),
      },
    };
  },
);

export const cardsHttp: SectionMaker = section(
  z.object({ microseconds: byName, ratios: byName }),
  ({ microseconds, ratios }) => ({
    tables: [
      {
        title: 'Microseconds of a request',
        columns: ['contender', spreadColumn],
        rows: rowsOf(microseconds),
      },
      {
        title: 'Requests in the time of one of Fastify',
        columns: ['method', spreadColumn],
        rows: rowsOf(ratios),
      },
    ],
    chart: {
      title: 'A request to the card API, without a network',
      caption: 'microseconds, median and middle 80 %, less is better',
      bars: Object.entries(microseconds).map(([label, time]) =>
        barOf(label, time, label.startsWith('app.request')),
      ),
    },
  }),
);

export const cardsWrite: SectionMaker = section(
  z.object({ microseconds: byName, ratio: figure }),
  ({ microseconds, ratio }) => ({
    tables: [
      {
        title: 'Microseconds of a write to one card',
        columns: ['deck', spreadColumn],
        rows: [...rowsOf(microseconds), ['1,000 cards / 50 cards', cellOf(ratio)]],
      },
    ],
  }),
);
