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

export {
  buildCorrectionPrompt,
  type CorrectionPromptOptions,
} from './correction/build-correction-prompt.ts';
export { buildOrganizerPrompt, type PromptOptions } from './prompt/build-organizer-prompt.ts';
export { type AdvisorPromptOptions, buildAdvisorPrompt } from './prompt/build-advisor-prompt.ts';
export type { Dashboard, RunInput } from './run/run-input.ts';
export type { ProposalRunOptions, RunResult } from './run/run-result.ts';
export { nodesOf } from './run/nodes-of.ts';
export { ProposalInputError } from './run/proposal-input-error.ts';
export { runAdvisor } from './run/run-advisor.ts';
export { runOrganizer } from './run/run-organizer.ts';

export type { RenderOptions } from './render/render-options.ts';
export { renderAdvisor } from './render/render-advisor.ts';
export { renderOrganizer } from './render/render-organizer.ts';
export { type AdvisorPayload, type OrganizerPayload, toPayload } from './render/to-payload.ts';

export type {
  BoardState,
  DecompositionChange,
  Diff,
  DiffChange,
  GroupingChange,
  RelationChange,
} from './diff/diff.ts';
export { type DiffContext, toDiffs } from './diff/to-diffs.ts';
export { type DiffVerdict, validateDiff } from './diff/validate-diff.ts';

export { createProposalLedger } from './ledger/create-proposal-ledger.ts';
export type {
  AppliedDiff,
  Confirmation,
  DiffView,
  ProposalLedger,
  ProposalLedgerOptions,
} from './ledger/proposal-ledger.ts';
export { ProposalApplyError, type ProposalApplyErrorCode } from './ledger/proposal-apply-error.ts';
