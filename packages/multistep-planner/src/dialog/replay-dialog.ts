import { type JsonPointer, type JsonValue, type StoredEvent } from '@kanmon/core';
import { canonicalJson, getPointer } from '@kanmon/core/json';
import { checkArgument, checkOptions, childPath, isJsonObject, isRecord } from '@kanmon/core/kit';
import { emptyState, foldEvent, type SessionState } from '../context/session-state.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { PlanOutcome } from '../planner/turn.ts';
import { checkRules, ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import { checkNumbers } from '../wire/check-input.ts';
import type { DialogRequest, DialogResponse } from '../wire/dialog-schema.ts';
import { toJsonValue } from '../wire/values.ts';
import { withoutNagging } from './anti-nag.ts';
import { composeTurn } from './compose-turn.ts';
import { dialogResponseOf } from './dialog-response.ts';
import { planInputOf, planTurnByRules } from './plan-turn.ts';
import { defaultTurnBudget } from './ports.ts';
import { selectSearches } from './select-searches.ts';
import {
  type AnswerRecord,
  answerRecordSchema,
  completedTurnSchema,
  planMadeSchema,
  receivedTurnSchema,
  type SearchRecord,
  searchRecordSchema,
} from './turn-events.ts';

/** The data of the planner that made the journal, where it was not the built-in one. */
export interface ReplayOptions extends RuleOptions {
  /** @default 2 */
  readonly maxPerDialog?: number;
  /** @default 4 */
  readonly maxSearches?: number;
  /** @default 20 */
  readonly maxMessages?: number;
}

/** The result of a replay: `ok` where the journal leads to its own responses. */
export interface DialogReplay {
  readonly ok: boolean;
  readonly turns: number;
  readonly responses: readonly DialogResponse[];
  /** The first place where they differ, with both values; the whole turn where it cannot be read. */
  readonly difference?: {
    readonly turn: number;
    readonly path: JsonPointer;
    readonly recorded: unknown;
    readonly replayed: unknown;
  };
}

/**
 * Runs every turn of a journal again with the recorded results and times of its ports, and compares
 * the canonical JSON of the responses. Plans of the rules are made again; plans of a model or a crew
 * are taken as recorded. Calls no port. An event it cannot read is a difference at its turn.
 */
export async function replayDialog(
  events: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
  options: ReplayOptions = {},
): Promise<DialogReplay> {
  checkOptions(
    options,
    `${ruleOptionNames} maxPerDialog maxSearches maxMessages`,
    'replayDialog(events, options)',
  );
  checkRules(options);
  const { maxPerDialog, maxSearches, maxMessages = 20 } = options;
  const numbers = { maxPerDialog, maxSearches };
  checkNumbers('options', numbers, numbers);
  checkNumbers('options', { maxMessages }, { maxMessages }, { least: 1 });
  checkArgument('events of replayDialog', 'an iterable', events);
  let state = emptyState(0, 0);
  let open: StoredEvent[] = [];
  const responses: DialogResponse[] = [];
  for await (const event of events) {
    const turn = responses.length + 1;
    const unreadable = { turn, path: '', recorded: null, replayed: null } as const;
    if (!isRecord(event)) return { ok: false, turns: turn, responses, difference: unreadable };
    open.push(event);
    if (event.type === 'turn-completed') {
      const recorded = isJsonObject(event.data) ? (event.data['response'] ?? null) : null;
      const replayed = tryOrNull(() => replayTurn(open, state, options));
      const value = replayed === null ? null : toJsonValue(replayed);
      const path = replayed === null ? '' : firstDifference(recorded, value);
      if (replayed === null || path !== null) {
        const at = path ?? '';
        const difference = {
          turn,
          path: at,
          recorded: valueAt(recorded, at),
          replayed: valueAt(value, at),
        };
        return { ok: false, turns: turn, responses, difference };
      }
      responses.push(replayed);
    }
    if (event.type !== 'turn-completed' && event.type !== 'dialog-ended') continue;
    const folded = tryOrNull(() => foldEvents(open, state, maxMessages));
    if (folded === null) return { ok: false, turns: turn, responses, difference: unreadable };
    state = folded;
    open = [];
  }
  return { ok: true, turns: responses.length, responses };
}

/** A journal may have been edited: an event that does not parse gives no result. */
function tryOrNull<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function foldEvents(
  events: readonly StoredEvent[],
  before: SessionState,
  maxMessages: number,
): SessionState {
  return events.reduce((state, event) => foldEvent(state, event, maxMessages), before);
}

function replayTurn(
  events: readonly StoredEvent[],
  before: SessionState,
  options: ReplayOptions,
): DialogResponse {
  const { maxPerDialog = 2, maxSearches = defaultTurnBudget.maxSearches } = options;
  const dataOf = (type: string): JsonValue =>
    events.find((event) => event.type === type)?.data ?? null;
  const received = receivedTurnSchema.parse(dataOf('turn-received'));
  const made = planMadeSchema.parse(dataOf('plan-made'));
  const { at: finishedAt, response: recorded } = completedTurnSchema.parse(
    dataOf('turn-completed'),
  );
  const state = received.startsDialog ? emptyState(before.version, before.updatedAt) : before;
  const request: DialogRequest = {
    message: received.message,
    history: received.history,
    options: received.options,
  };
  const read = readTurn(planInputOf(request, state), options);
  const planned: PlanOutcome = made.isRuled ? planTurnByRules(read, request) : made.outcome;
  const calm = withoutNagging(planned.plan, state, read, { maxPerDialog });
  const { plan } = calm;
  const searches: readonly SearchRecord[] = events
    .filter(({ type }) => type === 'search-returned')
    .map(({ data }) => searchRecordSchema.parse(data));
  const answer: AnswerRecord = answerRecordSchema.parse(dataOf('answer-made'));
  const language = plan.language ?? read.language;
  const turn = { plan, message: request.message, history: read.input.history ?? [], language };
  const result = composeTurn(turn, selectSearches(plan, maxSearches), searches, answer);
  const { mode, fallback } = made;
  return dialogResponseOf({
    sessionId: recorded.sessionId,
    outcome: { ...planned, plan },
    mode,
    fallback,
    result,
    latencyMs: finishedAt - received.at,
    historyIgnored: received.historyIgnored,
    calmed: calm.reasons,
    debug: received.options['debug'] === true,
  });
}

/** Undefined where the value has no such place. */
function valueAt(value: JsonValue, path: JsonPointer): JsonValue | undefined {
  const found = getPointer(value, path);
  return found.found ? found.value : undefined;
}

/** Place of the first difference of two JSON values, or null. Recursion ends with the equal parts. */
function firstDifference(
  left: JsonValue,
  right: JsonValue,
  path: JsonPointer = '',
): JsonPointer | null {
  if (canonicalJson(left) === canonicalJson(right)) return null;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return path;
  if (Array.isArray(left) !== Array.isArray(right)) return path;
  const one = new Map(Object.entries(left));
  const other = new Map(Object.entries(right));
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const a = one.get(key);
    const b = other.get(key);
    const at = childPath(path, key);
    if (a === undefined || b === undefined) return at;
    const inner = firstDifference(a, b, at);
    if (inner !== null) return inner;
  }
  return path;
}
