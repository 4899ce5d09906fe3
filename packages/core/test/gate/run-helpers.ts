import {
  type Gate,
  type GateEvent,
  type GateOutcome,
  openRun,
  parseRun,
  replayGate,
  runGate,
  type RunGateOptions,
  serializeRun,
  type WithPartials,
  type WithReviews,
} from '@kanmon/core/gate';
import {
  createManualClock,
  createScriptedClient,
  createSequentialIds,
  type ScriptedClient,
  type ScriptedReply,
} from '@kanmon/core/testing';
import { type Advice, type AdviceContext, adviceGate, context, task } from './advice-gate.ts';

export type Script =
  | readonly ScriptedReply[]
  | ((
      ...parameters: Parameters<Extract<ScriptedReply, (...args: never) => unknown>>
    ) => ScriptedReply);

/** A run of the advice gate under a manual clock and sequential ids. */
export async function run(
  script: Script,
  options: Partial<
    RunGateOptions<AdviceContext> & WithReviews<Advice, AdviceContext> & WithPartials<Advice>
  > = {},
): Promise<{ outcome: GateOutcome<Advice>; client: ScriptedClient; events: readonly GateEvent[] }> {
  const client = createScriptedClient(script);
  const outcome = await runGate(adviceGate, {
    client,
    context,
    messages: task,
    clock: createManualClock(),
    ids: createSequentialIds(),
    ...options,
  });
  return { outcome, client, events: outcome.events };
}

/** Returns a value that no type allows, for tests of misuse. */
export function nonsense(text: string): never {
  return JSON.parse(text) as never;
}

/** Event types with their distinguishing member, one string each. */
export function story(events: readonly GateEvent[]): readonly string[] {
  return events.map(tell);
}

function tell(event: GateEvent): string {
  if (event.type === 'attempt-started') return `${event.attempt} ${event.mode}`;
  if (event.type === 'extraction-refused') return `extraction-refused ${event.reason}`;
  if (event.type === 'attempt-finished') return `finished ${event.musts}/${event.shoulds}`;
  if (event.type === 'findings-reported') {
    return `findings ${event.findings.map(({ code }) => code).join(',')}`;
  }
  if (event.type !== 'run-finished') return event.type;
  return `run-finished ${event.status}${event.reason === undefined ? '' : ` ${event.reason}`}`;
}

/** Returns the parts that two runs must share: everything but the cause, which no log holds. */
export function comparable(outcome: GateOutcome<unknown>): unknown {
  const { cause: _cause, ...rest } = { cause: undefined, ...outcome };
  return JSON.parse(JSON.stringify(rest));
}

/** The outcome of a replay from the serialised log. */
export async function replayed<T, C>(
  gate: Gate<T, C>,
  events: readonly GateEvent[],
  given: C,
): Promise<GateOutcome<T>> {
  return replayGate(gate, parseRun(serializeRun(events)), { context: given });
}

/** A text in pieces of one size. */
export function chunksOf(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

/** A streamed answer in pieces of `size`. */
export function reply(text: string, size = 5): Extract<ScriptedReply, { readonly text: string }> {
  return { text, chunks: chunksOf(text, size), usage: { inputTokens: 10, outputTokens: 99 } };
}

/** Opens a run without IO of the advice gate. */
export function openAdvice(options: object = {}) {
  return openRun(adviceGate, {
    context,
    clock: createManualClock(),
    ids: createSequentialIds(),
    ...options,
  });
}
