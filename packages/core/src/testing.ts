export { createManualClock, type ManualClock } from './testing/manual-clock.ts';
export { createSequentialIds } from './testing/sequential-ids.ts';
export {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
  type ScriptedReply,
} from './testing/scripted-client.ts';
export {
  mutateReport,
  type Mutant,
  type MutantKind,
  type MutationPlan,
} from './testing/mutate-report.ts';
export {
  expectRuleSoundness,
  type Soundness,
  type SoundnessCase,
  type SoundnessOptions,
} from './testing/rule-soundness.ts';
