import * as z from 'zod';
import { barOf, byName, rowsOf, section, type SectionMaker, spreadColumn } from './shapes.ts';

/** True for appends of a store against the bare write; the other figures have different units. */
const isAppend = (name: string): boolean => /at a time|in flight|processes of/u.test(name);

export const eventStore: SectionMaker = section(z.object({ figures: byName }), ({ figures }) => ({
  tables: [
    {
      title:
        'Durable appends: how many in the time of one bare write; and how a store opens and grows',
      columns: ['figure', spreadColumn],
      rows: rowsOf(figures),
    },
  ],
  chart: {
    title: 'Durable appends in the time of one bare write',
    caption:
      'ratio to append and fdatasync of the same bytes; logarithmic, middle 80 %, more is better',
    isLogarithmic: true,
    reference: 1,
    bars: Object.entries(figures)
      .filter(([name]) => isAppend(name))
      .map(([name, value]) => barOf(name.replace(/,? against.*$/u, ''), value, true)),
  },
}));

export const eventStorePostgres: SectionMaker = section(
  z.object({ figures: byName }),
  ({ figures }) => ({
    tables: [
      {
        title:
          'PostgreSQL: appends in the time of as many bare inserts of the same row; follower lag',
        columns: ['figure', spreadColumn],
        rows: rowsOf(figures),
      },
    ],
    chart: {
      title: 'PostgreSQL appends in the time of as many bare inserts',
      caption: 'ratio to bare inserts of the same row; middle 80 %, more is better',
      reference: 1,
      bars: Object.entries(figures)
        .filter(([name]) => isAppend(name))
        .map(([name, value]) => barOf(name, value, true)),
    },
  }),
);
