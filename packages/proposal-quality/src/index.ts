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
  type PhraseRule,
} from './phrases/phrase-rule.ts';
export type { PhraseMatch } from './phrases/quotations.ts';
export { advisorPhrases, organizerPhrases } from './phrases/built-in-phrases.ts';

export {
  canTransition,
  isActive,
  nextStatuses,
  type NodeStatus,
  nodeStatuses,
} from './status/node-status.ts';

export {
  buildCorrectionPrompt,
  type CorrectionPromptOptions,
} from './correction/build-correction-prompt.ts';
export { buildOrganizerPrompt } from './prompt/organizer-prompt.ts';
export { type AdvisorPromptOptions, buildAdvisorPrompt } from './prompt/advisor-prompt.ts';
export type { PromptOptions } from './prompt/prompt-parts.ts';
export { type Dashboard, nodesOf, ProposalInputError, type RunInput } from './run/run-input.ts';
export type { ProposalRunOptions, RunResult } from './run/run-options.ts';
export { runAdvisor, runOrganizer } from './run/runs.ts';

export type { RenderOptions } from './render/writer.ts';
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
