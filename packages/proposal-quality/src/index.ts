export {
  organizerJsonSchema,
  type OrganizerReport,
  organizerReportSchema,
} from './report/organizer-report.ts';
export {
  advisorJsonSchema,
  type AdvisorReport,
  advisorReportSchema,
} from './report/advisor-report.ts';

export { advisorGate, organizerGate, ruleSet } from './gates/report-gate.ts';
export type {
  DashboardNode,
  ReportContext,
  ReportOptions,
  ReportPurpose,
} from './rules/report-context.ts';
export { validateAdvisorReport, validateOrganizerReport } from './validation/validate-report.ts';
export { proposalCatalog, seedCatalog } from './messages/catalogs.ts';

export { phraseRule, type PhraseRuleOptions } from './rules/phrase-check.ts';
export {
  definePhrase,
  findForbidden,
  type ForbiddenPhrase,
  type PhraseDefinition,
  type PhraseMatch,
  type PhraseRule,
} from './phrases/phrase-rule.ts';
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
export { type DiffVerdict, type DiffVerdictOptions, validateDiff } from './diff/validate-diff.ts';

export {
  createProposalLedger,
  type ProposalLedger,
  type ProposalLedgerOptions,
} from './ledger/proposal-ledger.ts';
export type { Confirmation } from './ledger/ledger-event.ts';
export type { AppliedDiff, DiffView } from './ledger/ledger-state.ts';
export { ProposalApplyError, type ProposalApplyErrorCode } from './ledger/decide.ts';
