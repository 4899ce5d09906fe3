import type { Gate } from '@kanmon/core/gate';
import { proposalCatalog } from '../messages/proposal-catalog.ts';
import { type AdvisorReport, advisorTypesSchema } from '../report/advisor-report.ts';
import { advisorJsonSchema } from '../report/json-schemas.ts';
import { advisorShape } from '../report/report-shapes.ts';
import { advisorDescription } from '../rules/advisor-option-rules.ts';
import { advisorRules } from '../rules/advisor-rules.ts';
import type { ReportContext } from '../rules/report-context.ts';
import { createReportGate, type ReportGate } from './report-gate.ts';
import { reportSchema } from './report-schema.ts';

/** `advisorGate`, and the plain gate behind it for each context. */
export const advisorReportGate: ReportGate<AdvisorReport> = createReportGate({
  name: 'advisor-report',
  schema: reportSchema(advisorTypesSchema, advisorShape),
  jsonSchema: advisorJsonSchema,
  shape: advisorShape,
  catalog: proposalCatalog,
  rules: advisorRules,
  mustForTexts: 'advisor/description',
  fallbackRules: [
    advisorDescription('advisor/description-texts', ({ purpose }) => purpose === 'texts', 'must'),
  ],
});

/** What every Advisor report passes before anybody sees it. */
export const advisorGate: Gate<AdvisorReport, ReportContext> = advisorReportGate.gate;
