import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { parseExactly } from '../../json/parse-json.ts';
import { checkArgument } from '../../vocabulary/check-argument.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import type { JsonObject } from '../../vocabulary/json-value.ts';
import { isRecord } from '../../vocabulary/record.ts';
import { stableJson } from '../value/stable-json.ts';
import type { GateEvent } from './gate-event.ts';
import { checkEvents } from './replay-tape.ts';

const eventTypes: ReadonlySet<unknown> = new Set<GateEvent['type']>([
  'run-started',
  'attempt-started',
  'response-received',
  'value-extracted',
  'extraction-refused',
  'value-reviewed',
  'findings-reported',
  'patch-applied',
  'patch-refused',
  'attempt-aborted',
  'attempt-finished',
  'run-finished',
]);

/**
 * Returns the events of a run in the form that `EventStore.append` takes: the type beside the data.
 * Pass `run.events` to store a finished run, or a part of them while it goes on.
 *
 * @example
 * const outcome = await runGate(gate, options);
 * await store.append('runs/1', toEvents(outcome.events), { expectedVersion: 0 });
 */
export function toEvents(events: readonly GateEvent[]): readonly StorableGateEvent[] {
  checkEvents(events);
  return events.map(({ type, ...data }) => ({
    type,
    // A gate event consists of JSON only; interfaces lack the index signature of a JSON object.
    data: data as unknown as JsonObject,
  }));
}

/** An event of a run as an event store takes it. */
export interface StorableGateEvent {
  readonly type: GateEvent['type'];
  readonly data: JsonObject;
}

/**
 * Reads the events of a run back from an event store, for `replayGate`. Events of other types that
 * were appended to the same stream are left out.
 *
 * @throws {InvalidArgumentError} For an event of a run without its members.
 *
 * @example
 * const events = await fromEvents(store.read('runs/1'));
 * const outcome = await replayGate(gate, events);
 */
export async function fromEvents(
  stream:
    | AsyncIterable<{ readonly type: string; readonly data: unknown }>
    | Iterable<{ readonly type: string; readonly data: unknown }>,
): Promise<readonly GateEvent[]> {
  checkArgument('stream of fromEvents', 'an iterable', stream);
  const events: GateEvent[] = [];
  for await (const stored of stream) {
    const { type, data } = Object(stored) as typeof stored;
    if (!eventTypes.has(type)) continue;
    const event: unknown = { type, ...Object(data) };
    if (!isEvent(event)) {
      throw new InvalidArgumentError(
        `expected the data of a "${type}" event of a gate run with runId, attempt and at, got ${describeValue(data)}; store what toEvents returned`,
      );
    }
    events.push(event);
  }
  return events;
}

/** The events of a run as JSON Lines, each line canonical JSON: equal runs give equal bytes. */
export function serializeRun(events: readonly GateEvent[]): string {
  checkEvents(events);
  return events.map((event) => `${stableJson(event)}\n`).join('');
}

/**
 * Reads what `serializeRun` wrote. Throws `InvalidArgumentError` with the number of the first line
 * that is not an event; `replayGate` checks that the events fit each other.
 */
export function parseRun(text: string): readonly GateEvent[] {
  if (typeof text !== 'string')
    throw new InvalidArgumentError(
      `expected the text that serializeRun wrote, got ${describeValue(text)}`,
    );
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const event = parseExactly(line);
    if (isEvent(event)) return event;
    throw new InvalidArgumentError(
      `expected an event of a gate run as JSON on line ${index + 1}, got ${describeValue(line)}; pass the text that serializeRun wrote`,
    );
  });
}

/** The members that every event has; the rest is compared when the run is replayed. */
function isEvent(value: unknown): value is GateEvent {
  return (
    isRecord(value) &&
    eventTypes.has(value['type']) &&
    typeof value['runId'] === 'string' &&
    typeof value['at'] === 'string' &&
    Number.isInteger(value['attempt'])
  );
}
