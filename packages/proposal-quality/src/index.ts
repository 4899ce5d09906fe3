export { type OrganizerReport, organizerReportSchema } from './report/organizer-report.ts';
export { type AdvisorReport, advisorReportSchema } from './report/advisor-report.ts';
export { advisorJsonSchema, organizerJsonSchema } from './report/json-schemas.ts';

export { organizerGate } from './gates/organizer-gate.ts';
export { advisorGate } from './gates/advisor-gate.ts';
export { ruleSet } from './gates/rule-set.ts';
export type {
  DashboardNode,
  ReportContext,
  ReportOptions,
  ReportPurpose,
} from './rules/report-context.ts';
export { validateAdvisorReport, validateOrganizerReport } from './validation/validate-report.ts';
export { seedCatalog } from './messages/seed-catalog.ts';
export { proposalCatalog } from './messages/proposal-catalog.ts';

export { phraseRule, type PhraseRuleOptions } from './rules/phrase-check.ts';
export {
  definePhrase,
  type PhraseDefinition,
  type PhraseMatch,
  type PhraseRule,
} from './phrases/phrase-rule.ts';
export { findForbidden, type ForbiddenPhrase } from './phrases/find-forbidden.ts';
export { advisorPhrases, organizerPhrases } from './phrases/built-in-phrases.ts';

export {
  canTransition,
  isActive,
  isNodeStatus,
  nextStatuses,
  type NodeStatus,
  nodeStatuses,
} from './status/node-status.ts';
