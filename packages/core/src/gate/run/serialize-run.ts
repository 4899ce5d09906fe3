import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { parseJson } from '../../json/parse-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import { stableJson } from '../value/stable-json.ts';
import type { GateEvent } from './gate-event.ts';

const eventTypes: ReadonlySet<unknown> = new Set<GateEvent['type']>([
  'run-started',
  'attempt-started',
  'response-received',
  'value-extracted',
  'extraction-refused',
  'findings-reported',
  'patch-applied',
  'patch-refused',
  'attempt-aborted',
  'attempt-finished',
  'run-finished',
]);

/** The events of a run as JSON Lines, each line canonical JSON: equal runs give equal bytes. */
export function serializeRun(events: readonly GateEvent[]): string {
  return events.map((event) => `${stableJson(event)}\n`).join('');
}

/**
 * Reads what `serializeRun` wrote. Throws `InvalidArgumentError` with the number of the first line
 * that is no event; whether the events fit each other is for `replayGate` to say.
 */
export function parseRun(text: string): readonly GateEvent[] {
  const events: GateEvent[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const event = parseLine(line);
    if (!isEvent(event)) {
      throw new InvalidArgumentError(
        `expected an event of a gate run as JSON on line ${index + 1}, got ${JSON.stringify(line.slice(0, 80))}; pass the text that serializeRun wrote`,
      );
    }
    events.push(event);
  }
  return events;
}

function parseLine(line: string): JsonValue | undefined {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

/** What every event has; the rest is compared, not trusted, when the run is replayed. */
function isEvent(value: JsonValue | undefined): value is JsonObject & GateEvent {
  return (
    isJsonObject(value) &&
    eventTypes.has(value['type']) &&
    typeof value['runId'] === 'string' &&
    typeof value['at'] === 'string' &&
    Number.isInteger(value['attempt'])
  );
}
