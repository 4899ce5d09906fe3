export { createManualClock, type ManualClock } from './testing/manual-clock.ts';
export { createSequentialIds } from './testing/sequential-ids.ts';
export {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
  type ScriptedReply,
} from './testing/scripted-client.ts';
