export {
  advisorJsonSchema,
  type AdvisorReport,
  advisorReportSchema,
  organizerJsonSchema,
  type OrganizerReport,
  organizerReportSchema,
} from './report/reports.ts';

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
export {
  type AdvisorPromptOptions,
  buildAdvisorPrompt,
  buildOrganizerPrompt,
  type PromptOptions,
} from './prompt/prompts.ts';
export { type Dashboard, nodesOf, ProposalInputError, type RunInput } from './run/run-input.ts';
export { type ProposalRunOptions, runAdvisor, runOrganizer, type RunResult } from './run/runs.ts';

export { renderAdvisor, type RenderOptions, renderOrganizer } from './render/render-reports.ts';
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
export type { AppliedDiff, Confirmation, DiffView } from './ledger/ledger-state.ts';
export { ProposalApplyError, type ProposalApplyErrorCode } from './ledger/decide.ts';
