import type { FixLoopReason } from '../../../packages/issue-tracker/src/loop/types.ts';
import type { PdfErrorCode } from '../../../packages/content-cards/src/node/pdf/engine.ts';
import type { SafeFetchCode } from '../../../packages/content-cards/src/node/check-url.ts';
import type { MergeResult } from '../../../packages/content-cards/src/service/merge-approved.ts';
import type { ServiceErrorCode } from '../../../packages/content-cards/src/service/service-error.ts';
import type { VerificationCode } from '../../../packages/content-cards/src/service/verify-approved.ts';
import type { BadStream } from '../../../packages/event-store/src/history/verify.ts';
import type { CrewFailure } from '../../../packages/multistep-planner/src/crew/crew-contract.ts';
import type {
  PlanRefusalCode,
  PlanRepairCode,
} from '../../../packages/multistep-planner/src/plan/plan-finding.ts';
import type { ProposalApplyErrorCode } from '../../../packages/proposal-quality/src/ledger/decide.ts';
import type { ClaimProblem } from '../../../packages/term-preservation/src/gate/adjudication.ts';
import type { TermFindingCode } from '../../../packages/term-preservation/src/gate/term-findings.ts';
import type { RefinementCode } from '../../../packages/term-preservation/src/structure/decide-refinement.ts';
import errors from '../catalogue/package-errors.json' with { type: 'json' };
import type { ErrorEntry } from './catalogue.ts';

type Entries<Code extends string> = Readonly<Record<Code, ErrorEntry>>;

// A code of a union without an entry does not compile. `check-site.ts` looks up the others in the sources.
const packages: {
  readonly 'issue-tracker': {
    readonly errors: Entries<string>;
    readonly loop: Entries<FixLoopReason>;
  };
  readonly 'content-cards': {
    readonly service: Entries<ServiceErrorCode>;
    readonly http: Entries<string>;
    readonly import: Entries<string>;
    readonly fetch: Entries<SafeFetchCode>;
    readonly pdf: Entries<PdfErrorCode>;
    readonly importWarnings: Entries<string>;
    readonly review: Entries<string>;
    readonly fixes: Entries<string>;
    readonly drafts: Entries<string>;
    readonly draftWarnings: Entries<string>;
    readonly verification: Entries<VerificationCode>;
    readonly merge: Entries<MergeResult['warnings'][number]['code']>;
  };
  readonly 'multistep-planner': {
    readonly errors: Entries<string>;
    readonly crew: Entries<CrewFailure>;
    readonly repairs: Entries<PlanRepairCode>;
    readonly refusals: Entries<PlanRefusalCode>;
  };
  readonly 'term-preservation': {
    readonly terms: Entries<TermFindingCode | 'adjudication-failed'>;
    readonly structure: Entries<string>;
    readonly claims: Entries<ClaimProblem | 'term-not-in-input'>;
    readonly refinement: Entries<RefinementCode>;
  };
  readonly 'proposal-quality': {
    readonly ledger: Entries<ProposalApplyErrorCode | 'proposal-input' | 'proposal-ledger-corrupt'>;
    readonly findings: Entries<string>;
    readonly http: Entries<string>;
  };
  readonly 'llm-adapters': {
    readonly errors: Entries<string>;
    readonly warnings: Entries<string>;
  };
  readonly 'event-store': { readonly verification: Entries<BadStream['reason']> };
} = errors;

/** The groups of a package: `issue-tracker`; or one of them: `issue-tracker errors`. */
export function packageErrors(argument: string): Readonly<Record<string, Entries<string>>> | null {
  const [name = '', group] = argument.split(' ');
  if (!isPackage(name)) return null;
  const groups: Readonly<Record<string, Entries<string>>> = packages[name];
  if (group === undefined) return groups;
  const entries = groups[group];
  if (entries === undefined) throw new Error(`no group of errors "${argument}"`);
  return { [group]: entries };
}

function isPackage(name: string): name is keyof typeof packages {
  return name in packages;
}
