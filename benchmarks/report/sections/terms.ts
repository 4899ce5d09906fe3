import * as z from 'zod';
import { formatFigure } from '../format-figure.ts';
import { byName, rowsOf, section, type SectionMaker, spreadColumn } from './shapes.ts';

const scores = z.record(z.string(), z.number());

export const termPreservation: SectionMaker = section(
  z.object({
    plans: z.array(
      z.object({ half: z.string(), style: z.string(), requests: z.number(), auc: scores }),
    ),
    sets: z.array(z.object({ set: z.string(), figure: z.string(), floor: z.number(), scores })),
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
        columns: ['set', 'figure', 'our floor', ...Object.keys(sets[0]?.scores ?? {})],
        rows: sets.map((each) => [
          each.set,
          each.figure,
          formatFigure(each.floor),
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
);

export const termPreservationSpeed: SectionMaker = section(
  z.object({ ratios: byName }),
  ({ ratios }) => ({
    tables: [
      {
        title: '20 terms against 100 tasks; extraction from a request',
        columns: ['time / time', spreadColumn],
        rows: rowsOf(ratios),
      },
    ],
  }),
);
