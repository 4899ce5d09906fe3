import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { ReplayMismatchError } from '../../errors/replay-mismatch-error.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import { isRecord } from '../../vocabulary/record.ts';
import { wellFormedJson } from '../../vocabulary/well-formed.ts';
import { stableJson } from '../value/stable-json.ts';
import type { GateEvent } from './gate-event.ts';
import type { Emit } from './recorder.ts';

/** The events of one type. */
export type EventOf<Type extends GateEvent['type']> = Extract<GateEvent, { readonly type: Type }>;

/** A recorded run, read in order; what is emitted must be what comes next. */
export interface ReplayTape {
  /** Takes the next event if it is the same, canonically; run, time and order come from the record. */
  readonly emit: Emit;
  /** Returns the type of the next event, or of one that is `ahead` events further. */
  nextType(ahead?: number): GateEvent['type'] | null;
  /** The next event, which must be of this type; it is not taken. */
  peek<Type extends GateEvent['type']>(type: Type): EventOf<Type>;
  /** Throws at the next event; `expected` names the event that should be there. */
  mismatch(expected: string): never;
  /** Throws if events are left. */
  finished(): void;
}

/** Throws `InvalidArgumentError` for what is no list of events: often a promise of one. */
export function checkEvents(events: unknown): void {
  if (Array.isArray(events) && events.every(isRecord)) return;
  throw new InvalidArgumentError(
    `expected the events of a run, such as outcome.events, got ${describeValue(events)}`,
  );
}

export function createReplayTape(events: readonly GateEvent[]): ReplayTape {
  const runId = events[0]?.runId;
  let position = 0;

  const mismatch = (expected: string): never => {
    const got = events[position];
    throw new ReplayMismatchError(
      `event ${position + 1} of ${events.length}: expected ${expected}, got ${got === undefined ? 'the end of the log' : `"${got.type}" of attempt ${got.attempt}`}; the log was changed, or the gate, its context or an option is not the one of the run`,
    );
  };

  return {
    emit(attempt, body) {
      const recorded = events[position];
      const made = { runId, attempt, at: recorded?.at, ...body };
      if (logged(made) !== logged(recorded)) {
        const known: Readonly<Record<string, unknown>> = { ...recorded };
        const other = Object.entries(known['type'] === body.type ? made : {}).find(
          ([name, value]) => logged(value) !== logged(known[name]),
        );
        const member =
          other === undefined ? '' : ` with ${other[0]} ${logged(other[1]).slice(0, 300)}`;
        mismatch(`"${body.type}" of attempt ${attempt}${member} as it follows`);
      }
      position += 1;
    },
    nextType: (ahead = 0) => events[position + ahead]?.type ?? null,
    peek(type) {
      const next = events[position];
      return isOfType(next, type) ? next : mismatch(`"${type}"`);
    },
    mismatch,
    finished() {
      if (position < events.length) mismatch('the end of the log');
    },
  };
}

/** A value as a log holds it. */
function logged(value: unknown): string {
  const text = stableJson(value);
  const safe = wellFormedJson(text);
  return safe === text ? text : stableJson(JSON.parse(safe));
}

function isOfType<Type extends GateEvent['type']>(
  event: GateEvent | undefined,
  type: Type,
): event is EventOf<Type> {
  return event?.type === type;
}
