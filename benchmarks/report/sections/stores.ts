import * as z from 'zod';
import { barOf, byName, rowsOf, section, type SectionMaker, spreadColumn } from './shapes.ts';

/** Appends of a store against the bare write; the other figures have units of their own. */
const isAppend = (name: string): boolean => /at a time|in flight|bare inserts$/u.test(name);

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
      'ratio to append and fdatasync of the same bytes, or to a bare insert; logarithmic, middle 80 %, more is better',
    isLogarithmic: true,
    reference: 1,
    bars: Object.entries(figures)
      .filter(([name]) => isAppend(name))
      .map(([name, value]) => barOf(name.replace(/,? against.*$/u, ''), value, true)),
  },
}));
