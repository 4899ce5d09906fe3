export { manualSleep, type ManualSleep } from './testing/doubles.ts';
export { type CheckerRule, scriptedChecker } from './testing/doubles.ts';
export { sequentialRandom } from './testing/doubles.ts';
export {
  type SyntheticOptions,
  type SyntheticRevision,
  syntheticRevisions,
  type SyntheticTruth,
} from './testing/synthetic-revisions.ts';
export type { SyntheticLanguage } from './testing/synthetic-prose.ts';
