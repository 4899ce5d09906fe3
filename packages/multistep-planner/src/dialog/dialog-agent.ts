import {
  type Clock,
  createMemoryEventStore,
  type EventStore,
  type IdSource,
  InvalidArgumentError,
  type LlmClient,
  type Logger,
  randomIds,
  silentLogger,
  systemClock,
  systemTimer,
  type Timer,
} from '@kanmon/core';
import {
  checkArgument,
  checkOptions,
  checkPorts,
  createListener,
  describeValue,
  isRecord,
  portMethods,
  toWellFormed,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import {
  checkBounds,
  type ContextOptions,
  contextStoreOf,
  type OpenedSession,
  type SessionKey,
  streamIdOf,
} from '../context/context-store.ts';
import type { CrewOrchestratorClient } from '../crew/crew-orchestrator-client.ts';
import { checkClients } from '../planner/plan-by-model.ts';
import { readTurn } from '../planner/read-turn.ts';
import type { Router } from '../planner/route.ts';
import { checkRules, ruleOptionNames, type RuleOptions } from '../planner/rule-options.ts';
import { checkNumbers, checkShape } from '../wire/check-input.ts';
import {
  type DialogRequest,
  dialogRequestSchema,
  type DialogResponse,
  requestIdPattern,
} from '../wire/dialog-schema.ts';
import { type AntiNagOptions, memoryOf, withoutNagging } from './anti-nag.ts';
import { RequestIdReusedError } from './dialog-errors.ts';
import { dialogResponseOf } from './dialog-response.ts';
import { planInputOf, planTurn, type TurnPlanner } from './plan-turn.ts';
import {
  type AnswerTool,
  checkBudget,
  defaultTurnBudget,
  type SearchTool,
  type TurnBudget,
} from './ports.ts';
import { runPlan } from './run-dialog-orchestrator.ts';
import { type DialogEvent, type DialogEventBody, runTurn, streamTurn } from './stream-turn.ts';
import { isSameRequest, turnEvents } from './turn-events.ts';

/** Options of `createDialogAgent`; only `search` is required. */
export interface DialogAgentOptions {
  readonly search: SearchTool;
  /** @default createExtractiveAnswer() */
  readonly answer?: AnswerTool;
  /**
   * The planner of a turn whose request does not set `useLlmPlanner`:
   * - `'auto'`: the model, where `client` or `clients` is passed and `budget.maxModelCalls` leaves a
   *   call beside the answer's; else the rules.
   * - `'model'`: the model, in at least one call a turn. Needs `client` or `clients`.
   * - `'rules'`: the rules.
   * - a function: that function, for every turn. Its plan goes through the plan gate.
   *
   * The rules plan whenever the model returns no valid plan, which `meta.fallback` reports, and when the
   * function throws or returns none (reason `planner-failed`).
   *
   * @default 'auto'
   */
  readonly planner?: 'auto' | 'model' | 'rules' | TurnPlanner;
  /** The model that plans. */
  readonly client?: LlmClient;
  /** By route. */
  readonly clients?: Readonly<Partial<Record<string, LlmClient>>>;
  /** Chooses among `clients`. @default the rules of `defaultRouteRules`, which know `20b` and `120b` */
  readonly route?: Router<string>;
  /** @default a memory store */
  readonly store?: EventStore;
  readonly context?: Partial<ContextOptions>;
  /** For `mode: 'crew'`. */
  readonly crew?: CrewOrchestratorClient;
  readonly budget?: Partial<TurnBudget>;
  /** @default { maxPerDialog: 2 } */
  readonly clarify?: Partial<AntiNagOptions>;
  readonly rules?: RuleOptions;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly ids?: IdSource;
  readonly logger?: Logger;
}

/** The tenant of a turn, and its bounds. */
export interface TurnContext {
  /** @default 'default' */
  readonly tenant?: string;
  readonly signal?: AbortSignal;
  /**
   * The same id and request again return the recorded response and call no port. The same id with
   * another message, history or options rejects with `RequestIdReusedError`. An id counts within its
   * dialog: a request without a `sessionId` opens another dialog each time.
   */
  readonly requestId?: string;
}

/** Runs dialogs, turn by turn. */
export interface DialogAgent {
  /** Rejects with a `KanmonError` by code, or with the abort reason; nothing is stored then. */
  turn(request: DialogRequest, context?: TurnContext): Promise<DialogResponse>;
  /** The events of a turn. Ends with `turn-finished` or `turn-failed`; leaving early aborts the ports. */
  stream(request: DialogRequest, context?: TurnContext): AsyncIterable<DialogEvent>;
  /** Forgets a dialog; its journal stays. */
  end(key: SessionKey): Promise<void>;
}

/**
 * A dialog agent: plans each message, asks back where it must, searches, answers, and keeps a journal
 * of all of it.
 *
 * @example
 * const agent = createDialogAgent({ search });
 * const response = await agent.turn({ message: '北海道への送料を教えてください' });
 */
export function createDialogAgent(options: DialogAgentOptions): DialogAgent {
  checkOptions(
    options,
    'search answer planner client clients route store context crew budget clarify rules clock timer ids logger',
    'createDialogAgent(options)',
  );
  const { context: bounds = {}, rules = {} } = options;
  checkPorts({ ...options, search: options.search ?? null }, ports);
  checkPorts(options, { store: 'append' });
  checkClients(options);
  checkOptions(bounds, 'ttlMs refreshOn maxMessages', 'options.context of createDialogAgent');
  checkBounds(bounds, 'options.context');
  checkBudget(options.budget);
  const { maxPerDialog = 2 } = options.clarify ?? {};
  checkNumbers('options.clarify', options.clarify, { maxPerDialog });
  checkOptions(rules, ruleOptionNames, 'options.rules of createDialogAgent');
  checkRules(rules, 'options.rules');
  const {
    clock = systemClock,
    timer = systemTimer,
    ids = randomIds(),
    logger = silentLogger,
  } = options;
  const { answer, crew, client, clients, planner = 'auto', route } = options;
  const budget = { ...defaultTurnBudget, ...options.budget };
  const store = contextStoreOf({
    ...bounds,
    store: options.store ?? createMemoryEventStore({ clock }),
    clock,
  });
  // One call is reserved for the answer.
  const planningCalls = budget.maxModelCalls - (answer === undefined ? 0 : 1);
  const { maxOutputTokens } = budget;
  const planners = withoutUndefined({
    clock,
    timer,
    ids,
    warn: createListener(
      'options.logger',
      (...given: Parameters<Logger['warn']>) => logger.warn(...given),
      silentLogger,
    ),
    budget: withoutUndefined({ maxAttempts: Math.max(1, planningCalls), maxOutputTokens }),
    usesModel: plansByModel(planner, client ?? clients, planningCalls),
    planner: typeof planner === 'function' ? planner : undefined,
    client,
    clients,
    route,
    crew,
  });

  const run = async (
    given: DialogRequest,
    context: TurnContext,
    signal: AbortSignal,
    emit: (event: DialogEventBody) => void,
  ): Promise<DialogResponse> => {
    const { tenant = 'default', requestId } = checkContext(context);
    signal.throwIfAborted();
    const request = checkRequest(given);
    const key = { tenant, sessionId: request.sessionId ?? ids.next('sess') };
    streamIdOf(key);
    const startedAt = clock.now().getTime();
    const opened = await store.open(key, requestId);
    const repeated = recordedResponse(opened, request);
    if (repeated !== null) return repeated;
    const { state, isLive } = opened;
    emit({ type: 'turn-started', sessionId: key.sessionId });
    const deadline = startedAt + budget.timeMs;
    const read = readTurn(planInputOf(request, state), rules);
    const planned = await planTurn(read, request, planners, {
      signal,
      deadline: startedAt + budget.timeMs * planningShare,
    });
    signal.throwIfAborted();
    const calm = withoutNagging(planned.outcome.plan, state, read, { maxPerDialog });
    const { plan } = calm;
    const outcome = { ...planned.outcome, plan };
    emit({ type: 'plan-made', source: outcome.source, plan, reasons: outcome.reasons });
    const language = plan.language ?? read.language;
    const history = read.input.history ?? [];
    const turn = { plan, message: request.message, history, language };
    const modelCalls = outcome.usage.length;
    const ports = { search: options.search, answer, budget, modelCalls };
    const result = await runPlan(turn, { ...ports, deadline, clock, timer, signal, emit });
    signal.throwIfAborted();
    const finishedAt = clock.now().getTime();
    const response = dialogResponseOf({
      sessionId: key.sessionId,
      outcome,
      mode: planned.mode,
      fallback: planned.fallback,
      result,
      latencyMs: finishedAt - startedAt,
      historyIgnored: isLive && (request.history ?? []).length > 0,
      calmed: calm.reasons,
      debug: request.options?.debug === true,
    });
    const memory = memoryOf(state, plan, request.message);
    const recorded = { request, continues: isLive, startedAt, finishedAt, planned };
    const events = turnEvents(
      { ...recorded, records: result.records, response, memory },
      requestId,
    );
    const expectedVersion = state.version;
    const at = withoutUndefined({ expectedVersion, idempotencyKey: requestId });
    await store.append(key, events, at);
    if (requestId === undefined) return response;
    // The same request may have been stored by another call meanwhile: then its response counts.
    return recordedResponse(await store.open(key, requestId), request) ?? response;
  };

  return {
    turn: (request, context = {}) =>
      runTurn(context?.signal, (signal, emit) => run(request, context, signal, emit)),
    stream: (request, context = {}) =>
      streamTurn(context?.signal, (signal, emit) => run(request, context, signal, emit)),
    end: (key) => store.end(key),
  };
}

/** The methods of the ports of an agent. */
const ports = { ...portMethods, search: 'search', answer: 'answer', route: 'call', crew: 'plan' };

/** The response that was stored for the same request under its id; null where the id is new. */
function recordedResponse(
  { recorded, recordedRequest }: OpenedSession,
  request: DialogRequest,
): DialogResponse | null {
  if (recorded === undefined) return null;
  if (recordedRequest !== undefined && !isSameRequest(recordedRequest, request)) {
    throw new RequestIdReusedError();
  }
  return recorded;
}

/** Of a turn's time. A planner that uses up its share leaves the rest to the rules' searches. */
const planningShare = 0.6;
/** Returns true where a model plans the turns whose request leaves it open. */
function plansByModel(
  planner: NonNullable<DialogAgentOptions['planner']>,
  client: object | undefined,
  calls: number,
): boolean {
  if (typeof planner === 'function' || planner === 'rules') return false;
  if (planner === 'auto') return client !== undefined && calls > 0;
  if (planner !== 'model') {
    throw new InvalidArgumentError(
      `expected options.planner to be 'auto', 'model', 'rules' or a function, got ${describeValue(planner)}`,
    );
  }
  if (client !== undefined) return true;
  throw new InvalidArgumentError(
    "options.planner is 'model', but there is no model; pass options.client or options.clients",
  );
}

/** A tenant of another name, or one that is undefined, would be served under the default one. */
function checkContext(context: TurnContext): TurnContext {
  checkOptions(context, 'tenant signal requestId', 'turn(request, context)');
  if ('tenant' in context) checkArgument('context.tenant', 'a text', context.tenant);
  checkShape(requestIdSchema, context.requestId, 'context.requestId');
  checkPorts(context, ports);
  return context;
}

const requestIdSchema = z.string().regex(requestIdPattern).optional();
function checkRequest(given: DialogRequest): DialogRequest {
  const request = checkShape(dialogRequestSchema, withoutAbsent(given), 'a dialog request');
  // The schema drops unknown members, as the HTTP app does for clients of another version.
  checkOptions(given, 'sessionId message history options', 'a dialog request');
  checkOptions(
    given.options ?? {},
    'topK language useLlmPlanner useMultiStepPlanner mode debug',
    'request.options of a turn',
  );
  return encodable(request);
}

/** A request without its members that are undefined, which the type allows in most programs. */
function withoutAbsent(given: DialogRequest): unknown {
  if (!isRecord(given)) return given;
  const { options } = given;
  return withoutUndefined({
    ...given,
    options: isRecord(options) ? withoutUndefined(options) : options,
  });
}

/** With U+FFFD for lone surrogates: a text that cannot be encoded can be neither stored nor hashed. */
function encodable(request: DialogRequest): DialogRequest {
  const message = toWellFormed(request.message);
  const history = request.history?.map(({ role, content }) => ({
    role,
    content: toWellFormed(content),
  }));
  return { ...request, message, ...withoutUndefined({ history }) };
}
