import type { JsonValue, StoredEvent } from '@kanmon/core';
import { completedTurnSchema, receivedTurnSchema } from '../dialog/turn-events.ts';
import type { SlotKind } from '../plan/plan.ts';
import type { PendingClarification } from '../planner/turn.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';

/** The state of a dialog before its next turn. */
export interface SessionState {
  /** Of the stream; the next append expects it. */
  readonly version: number;
  /** Oldest first, at most `maxMessages`. */
  readonly messages: readonly DialogMessage[];
  readonly asked: readonly SlotKind[];
  /** Normalised. */
  readonly askedQuestions: readonly string[];
  readonly clarifyingTurns: number;
  readonly lastTurnClarified: boolean;
  readonly pending?: PendingClarification;
  /** Epoch milliseconds of the last write. */
  readonly updatedAt: number;
}

/** Returns the state of a dialog without messages. */
export function emptyState(version: number, updatedAt: number): SessionState {
  return {
    version,
    messages: [],
    asked: [],
    askedQuestions: [],
    clarifyingTurns: 0,
    lastTurnClarified: false,
    updatedAt,
  };
}

/** Folds one stored event. Events of other kinds move the version only. */
export function foldEvent(
  state: SessionState,
  event: StoredEvent,
  maxMessages: number,
): SessionState {
  const moved = { ...state, version: event.version, updatedAt: Date.parse(event.at) };
  if (event.type === 'dialog-ended') return emptyState(event.version, moved.updatedAt);
  if (event.type === 'turn-received') return received(moved, event.data, maxMessages);
  if (event.type === 'turn-completed') return completed(moved, event.data, maxMessages);
  return moved;
}

function received(state: SessionState, data: JsonValue, maxMessages: number): SessionState {
  const turn = receivedTurnSchema.parse(data);
  const before = turn.startsDialog ? emptyState(state.version, state.updatedAt) : state;
  const message: DialogMessage = { role: 'user', content: turn.message };
  return {
    ...before,
    messages: [
      ...before.messages,
      ...turn.history.filter(({ role }) => role !== 'system'),
      message,
    ].slice(-maxMessages),
  };
}

function completed(state: SessionState, data: JsonValue, maxMessages: number): SessionState {
  const { response, asked, askedQuestions, pending } = completedTurnSchema.parse(data);
  const said = response.needsClarification
    ? (response.clarifyingQuestions ?? []).join('\n')
    : response.answer;
  const { pending: _answered, ...rest } = state;
  return {
    ...rest,
    messages:
      said === null
        ? state.messages
        : [...state.messages, { role: 'assistant' as const, content: said }].slice(-maxMessages),
    asked,
    askedQuestions,
    clarifyingTurns: state.clarifyingTurns + (response.needsClarification ? 1 : 0),
    lastTurnClarified: response.needsClarification,
    ...(pending === null ? {} : { pending }),
  };
}
