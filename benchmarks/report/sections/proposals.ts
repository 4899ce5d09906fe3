import * as z from 'zod';
import { cellOf, figure, section, type SectionMaker, spreadColumn } from './shapes.ts';

const role = z.object({ ratios: z.record(z.string(), z.object({ toParseAndZod: figure })) });

export const proposalValidate: SectionMaker = section(
  z.object({ advisor: role, organizer: role }),
  (result) => ({
    tables: (['advisor', 'organizer'] as const).map((name) => ({
      title: `${name} report: time over JSON.parse and zod`,
      columns: ['subject', spreadColumn],
      rows: Object.entries(result[name].ratios).map(([subject, { toParseAndZod }]) => [
        subject,
        cellOf(toParseAndZod),
      ]),
    })),
  }),
);
