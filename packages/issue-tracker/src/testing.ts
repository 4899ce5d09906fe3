export {
  type CheckerRule,
  manualSleep,
  type ManualSleep,
  scriptedChecker,
  sequentialRandom,
} from './testing/doubles.ts';
export {
  type SyntheticOptions,
  type SyntheticRevision,
  syntheticRevisions,
  type SyntheticTruth,
} from './testing/synthetic-revisions.ts';
export type { SyntheticLanguage } from './testing/synthetic-prose.ts';
