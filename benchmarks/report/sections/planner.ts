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

const goal = z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() })]);

export const plannerDecisions: SectionMaker = section(
  z.object({
    decisions: z.array(
      z.object({
        decision: z.string(),
        data: z.string(),
        cases: z.number(),
        figure: z.string(),
        measured: z.number(),
        goal,
        baseline: z.object({ name: z.string(), measured: z.number() }).optional(),
        isReached: z.boolean(),
      }),
    ),
  }),
  ({ decisions }) => ({
    tables: [
      {
        title: 'Decisions against labels that people gave',
        columns: ['decision', 'data', 'cases', 'figure', 'measured', 'goal', 'the simplest rule'],
        rows: decisions.map((each) => [
          each.decision,
          each.data,
          String(each.cases),
          each.figure,
          formatFigure(each.measured),
          `${'atLeast' in each.goal ? `>= ${each.goal.atLeast}` : `<= ${each.goal.atMost}`}${each.isReached ? '' : ', not reached'}`,
          each.baseline === undefined
            ? ''
            : `${formatFigure(each.baseline.measured)}: ${each.baseline.name}`,
        ]),
      },
    ],
    chart: {
      title: 'Decisions against labels that people gave',
      caption: 'AUC, F1 or recall, more is better; the mark is the goal',
      bars: decisions.flatMap(({ decision, data, figure: name, measured, goal: wanted }) =>
        'atLeast' in wanted
          ? [
              {
                label: `${decision}: ${data}, ${name.replace('recall of the words that people added', 'recall').replace('F1 with what people wrote', 'F1')}`,
                value: measured,
                goal: wanted.atLeast,
                isOurs: true,
              },
            ]
          : [],
      ),
    },
  }),
);

export const plannerSpeed: SectionMaker = section(
  z.object({ ratios: byName, 'plan gate on cut plans, p99 ms': figure, growth: byName }),
  ({ ratios, 'plan gate on cut plans, p99 ms': gate, growth }) => ({
    tables: [
      {
        title: 'Speed',
        columns: ['figure', spreadColumn],
        rows: [
          ...rowsOf(ratios),
          ['plan gate on cut plans, p99, ms', cellOf(gate)],
          ...Object.entries(growth).map(([unit, value]) => [
            `plan gate, twice as many ${JSON.stringify(unit)}`,
            cellOf(value),
          ]),
        ],
      },
    ],
  }),
);

export const faqSearch: SectionMaker = section(
  z.object({
    questions: z.number(),
    paragraphs: z.number(),
    results: z.array(z.object({ name: z.string(), 'hit@5': z.number(), 'MRR@10': z.number() })),
  }),
  ({ questions, paragraphs, results }) => ({
    tables: [
      {
        title: `${questions} questions of JSQuAD against ${paragraphs} paragraphs, MiniSearch with five tokenizers`,
        columns: ['tokens', 'hit@5', 'MRR@10'],
        rows: results.map((each) => [
          each.name,
          percent(each['hit@5']),
          formatFigure(each['MRR@10']),
        ]),
      },
    ],
    chart: {
      title: 'The paragraph of a question among the first five',
      caption: `percent of ${questions} questions of JSQuAD, more is better`,
      bars: results.map((each, index) => ({
        label: each.name,
        value: Number((100 * each['hit@5']).toFixed(1)),
        // The first two are ours; the others are what MiniSearch does with other tokens.
        isOurs: index < 2,
      })),
    },
  }),
);
