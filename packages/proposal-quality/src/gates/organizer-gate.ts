import type { Gate } from '@kanmon/core/gate';
import { proposalCatalog } from '../messages/proposal-catalog.ts';
import { organizerJsonSchema } from '../report/json-schemas.ts';
import { type OrganizerReport, organizerTypesSchema } from '../report/organizer-report.ts';
import { organizerShape } from '../report/report-shapes.ts';
import { organizerRules } from '../rules/organizer-rules.ts';
import type { ReportContext } from '../rules/report-context.ts';
import { createReportGate, type ReportGate } from './report-gate.ts';
import { reportSchema } from './report-schema.ts';

/** `organizerGate`, and the plain gate behind it for each context. */
export const organizerReportGate: ReportGate<OrganizerReport> = createReportGate({
  name: 'organizer-report',
  schema: reportSchema(organizerTypesSchema, organizerShape),
  jsonSchema: organizerJsonSchema,
  shape: organizerShape,
  catalog: proposalCatalog,
  rules: organizerRules,
});

/** What every Organizer report passes before anybody sees it. */
export const organizerGate: Gate<OrganizerReport, ReportContext> = organizerReportGate.gate;
