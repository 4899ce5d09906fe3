import * as z from 'zod';
import { formatFigure } from '../format-figure.ts';
import { barOf, cellOf, figure, medianOf, section, type SectionMaker } from './shapes.ts';

export const entries: SectionMaker = section(
  z.object({
    nearest: z.record(z.string(), z.string()),
    figures: z.record(z.string(), z.object({ bytes: z.number(), importMs: figure })),
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
              cellOf(importMs),
              peer ?? '',
              theirs === undefined ? '' : formatFigure(theirs.bytes / 1000),
              theirs === undefined ? '' : formatFigure(medianOf(theirs.importMs)),
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
        .toSorted(([, left], [, right]) => medianOf(left.importMs) - medianOf(right.importMs))
        .map(([label, { importMs }]) => barOf(label, importMs, label.startsWith('@kanmon/'))),
    },
  }),
);
