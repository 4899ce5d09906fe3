export { manualSleep, type ManualSleep } from './testing/manual-sleep.ts';
export { type CheckerRule, scriptedChecker } from './testing/scripted-checker.ts';
export { sequentialRandom } from './testing/sequential-random.ts';
export {
  type SyntheticOptions,
  type SyntheticRevision,
  syntheticRevisions,
  type SyntheticTruth,
} from './testing/synthetic-revisions.ts';
export type { SyntheticLanguage } from './testing/synthetic-prose.ts';
