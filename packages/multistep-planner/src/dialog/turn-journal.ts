import type { JsonValue, NewEvent } from '@kanmon/core';
import { parseJson, toWellFormed } from '@kanmon/core/kit';
import type { SessionState, TurnMemory } from '../context/session-state.ts';
import type { MultiStepQueryPlan } from '../plan/plan.ts';
import { normaliseQuery } from '../plan/query-text.ts';
import type { DialogRequest, DialogResponse } from '../wire/dialog-schema.ts';
import { pendingOfPlan, slotsOf } from './anti-nag.ts';
import type { OrchestrationResult } from './compose-turn.ts';
import type { TurnPlan } from './plan-turn.ts';

/** All that is known of a turn at its end. */
export interface RecordedTurn {
  readonly request: DialogRequest;
  /** False for the first turn and the first after the dialog expired. */
  readonly continues: boolean;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly planned: TurnPlan;
  /** After anti-nag. */
  readonly plan: MultiStepQueryPlan;
  readonly result: OrchestrationResult;
  readonly response: DialogResponse;
  readonly memory: TurnMemory;
}

/** The events of one turn, written in one append. */
export function turnEvents(turn: RecordedTurn, requestId: string | undefined): readonly NewEvent[] {
  const { request, continues, startedAt, finishedAt, planned, result, response, memory } = turn;
  const { mode, fallback, isRuled } = planned;
  const { rawHash, ...outcome } = planned.outcome;
  const history = continues ? [] : (request.history ?? []);
  const bodies: readonly { readonly type: string; readonly data: unknown }[] = [
    {
      type: 'turn-received',
      data: {
        message: request.message,
        history,
        historyIgnored: continues && (request.history ?? []).length > 0,
        options: request.options ?? {},
        startsDialog: !continues,
        at: startedAt,
      },
    },
    {
      type: 'plan-made',
      data: {
        outcome,
        mode,
        isRuled,
        ...(rawHash === undefined ? {} : { rawHash }),
        ...(fallback === undefined ? {} : { fallback }),
      },
    },
    ...result.records.searches.map((record) => ({ type: 'search-returned', data: record })),
    { type: 'answer-made', data: result.records.answer },
    { type: 'turn-completed', data: { response, ...memory, at: finishedAt } },
  ];
  return bodies.map(({ type, data }) =>
    requestId === undefined
      ? { type, data: storable(data, isRuled) }
      : { type, data: storable(data, isRuled), requestId },
  );
}

/**
 * Data of an event as JSON. What the agent makes itself is JSON already, from a request whose text can
 * be encoded; what a user's planner gives may be anything.
 */
function storable(data: unknown, isOwn: boolean): JsonValue {
  if (isOwn) return data as JsonValue; // made of checked JSON by the agent
  return parseJson(
    JSON.stringify(data, (_key, value: unknown) =>
      typeof value === 'string' ? toWellFormed(value) : value,
    ),
  );
}

/** What the next turn must know. */
export function memoryOf(
  state: SessionState,
  plan: MultiStepQueryPlan,
  message: string,
): TurnMemory {
  const asked = plan.needsClarification ? slotsOf(plan) : [];
  const questions = plan.needsClarification
    ? (plan.clarifyingQuestions ?? []).map(normaliseQuery)
    : [];
  return {
    asked: [...new Set([...state.asked, ...asked])],
    askedQuestions: [...new Set([...state.askedQuestions, ...questions])],
    pending: pendingOfPlan(plan, message),
  };
}
