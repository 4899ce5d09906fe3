import {
  InvalidArgumentError,
  KanmonError,
  type LlmCallOptions,
  type LlmClient,
  LlmError,
  type LlmRequest,
  type LlmResponse,
  MissingConfigurationError,
} from '@kanmon/core';
import { checkArgument, isRecord, optionError } from '@kanmon/core/kit';
import { checkMethods, checkOptions, describeKind } from '../wire/check-options.ts';
import { hashOf, neutralRequest } from '../wire/client-facts.ts';
import { asRecord, filledString, toJsonValue, type UnknownRecord } from '../wire/read.ts';
import { errorFields, errorKinds, readError, readResponse } from '../wire/stored-answer.ts';
import { type Decorator, replayResponse, wrapClient } from './decorator.ts';
import { BudgetExceededError, type ClientBudgetLimit } from './budget-limits.ts';

/** The answer to a call as plain JSON: what a step stores. */
export interface StepAnswer {
  /** Hash of the request that was answered. */
  readonly request: string;
  readonly response?: Readonly<Record<string, unknown>>;
  /** An error that another try would not change. */
  readonly error?: Readonly<Record<string, unknown>>;
}

/**
 * Runs a call as a step of a workflow engine, which stores the result under the name and returns it when the
 * function runs again. `request` is for engines whose steps are functions of data, such as Temporal's activities.
 */
export type StepRunner = (
  name: string,
  call: () => Promise<StepAnswer>,
  request: LlmRequest,
) => Promise<unknown>;

/** Options of `withSteps`. */
export interface StepOptions {
  /** Begins the names of the steps. @default the gate that asks, else 'llm' */
  readonly name?: string;
}

/**
 * Makes every call a named step of Inngest, Trigger, Temporal, DBOS or another engine that runs a function again and
 * returns stored results: `<gate or name>-<n>`. Decorate inside the function, once. Runs that ask at the same time
 * need a client each with its own `name`, since their calls come in no fixed order.
 *
 * The stored answer is JSON, without `raw`. An error that may pass (`retryable`) and an abort are thrown inside the
 * step, so that the engine retries; other errors are stored. Either is an error of its class again outside of the step.
 * A stream is one step too, and arrives in one piece.
 *
 * @throws {InvalidArgumentError} A step holds the answer to another request.
 * @example
 * const client = pipe(openAi, withSteps((name, call) => step.run(name, call))); // Inngest
 * const client = pipe(openAi, withSteps((name, call) => DBOS.runStep(call, { name })));
 * const client = pipe(openAi, withSteps((_name, _call, request) => activities.ask(request))); // ask: answerStep
 */
export function withSteps(run: StepRunner, options: StepOptions = {}): Decorator {
  checkOptions(options, 'name', 'withSteps(run, options)');
  if (typeof run !== 'function') {
    throw new InvalidArgumentError(
      `expected a function that runs a step, got ${describeKind(run)}; pass (name, call) => step.run(name, call)`,
    );
  }
  const { name } = options;
  // Two names that read alike as texts would share the stored answers.
  if (name !== undefined && (typeof name !== 'string' || name.trim() === '')) {
    throw optionError('name', 'a text that is not blank', name);
  }
  return (inner) => {
    const counts = new Map<string, number>();
    /** The call is counted before anything is awaited. */
    const step = (request: LlmRequest, call: LlmCallOptions): Promise<LlmResponse> => {
      const prefix = name ?? request.metadata?.['gate'] ?? 'llm';
      const number = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, number);
      return readStep(`${prefix}-${number}`, request, (title) =>
        run(title, () => answerStep(inner, request, call), request),
      );
    };
    return wrapClient(inner, {
      generate: async (request, call) => step(request, call),
      async *stream(request, call) {
        yield* replayResponse(await step(request, call));
      },
    });
  };
}

/** Calls a model and returns what a step stores. For an engine whose steps run elsewhere, such as Temporal's activities. */
export async function answerStep(
  client: LlmClient,
  request: LlmRequest,
  options?: LlmCallOptions,
): Promise<StepAnswer> {
  checkMethods(client, 'generate', 'a client with generate for answerStep');
  checkArgument('request of answerStep', 'an object', request);
  const key = requestHash(request);
  try {
    const { raw: _raw, ...response } = await client.generate(request, options);
    return { request: key, response: asRecord(toJsonValue(response)) };
  } catch (error) {
    if (LlmError.isInstance(error) && (error.retryable || error.kind === 'aborted')) {
      throw labelled(error);
    }
    if (!KanmonError.isInstance(error)) throw error;
    return { request: key, error: asRecord(toJsonValue(storedError(error))) };
  }
}

async function readStep(
  name: string,
  request: LlmRequest,
  run: (name: string) => Promise<unknown>,
): Promise<LlmResponse> {
  let answer: unknown;
  try {
    answer = await run(name);
  } catch (error) {
    throw thrownError(error);
  }
  const { request: key, response, error } = asRecord(answer);
  if (isRecord(error)) throw revivedError(error);
  if (!isRecord(response) || typeof response['text'] !== 'string') {
    throw new InvalidArgumentError(
      `expected step "${name}" to return what its call returned, got ${describeKind(answer)}; the step runner must pass the result on`,
    );
  }
  if (key !== requestHash(request)) {
    throw new InvalidArgumentError(
      `step "${name}" holds the answer to another request; decorate one client in a function, give runs that ask at the same time a client each with \`name\`, and make what changes in a prompt (a date, an id) in a step of its own`,
    );
  }
  return readResponse(response, response['text']);
}

function requestHash(request: LlmRequest): string {
  return hashOf(neutralRequest(request));
}

/** Engines keep the message of an error, but not its members: the message names the code. */
function labelled(error: LlmError): LlmError {
  return new LlmError(`${error.message} [llm-${error.kind}]`, {
    ...errorFields(error),
    kind: error.kind,
    cause: error,
  });
}

const label = / ?\[llm-([a-z-]+)\]/;
/** An engine wraps an error once or twice. */
const maxCauses = 8;

/** Returns the error of a step that the engine has thrown, as an `LlmError` where it, or a cause of it, was one. */
function thrownError(thrown: unknown): unknown {
  let each = thrown;
  for (let depth = 0; depth < maxCauses && isRecord(each); depth += 1) {
    const { message, cause } = each;
    const text = filledString(message) ?? '';
    const kind = label.exec(text)?.[1];
    if (kind !== undefined && Object.hasOwn(errorKinds, kind)) {
      const members = LlmError.isInstance(each) ? errorFields(each) : {};
      return readError({ ...members, kind, message: text.replace(label, '') });
    }
    each = cause;
  }
  return thrown;
}

function storedError(error: KanmonError): UnknownRecord {
  const { code, message } = error;
  if (!LlmError.isInstance(error)) return { code, message };
  const { provider, requestId } = error;
  const budget = BudgetExceededError.isInstance(error)
    ? { limit: error.limit, allowed: error.allowed, spent: error.spent }
    : {};
  return { ...errorFields(error), provider, requestId, code, ...budget };
}

function revivedError(stored: UnknownRecord): Error {
  const { code, message, kind, limit, allowed, spent } = stored;
  if (code === 'budget-exceeded') {
    return new BudgetExceededError({
      // As `storedError` wrote them.
      limit: limit as ClientBudgetLimit,
      allowed: Number(allowed),
      spent: Number(spent),
    });
  }
  if (kind !== undefined) return readError(stored);
  const text = String(message);
  if (code === 'invalid-argument') return new InvalidArgumentError(text);
  if (code === 'missing-configuration') return new MissingConfigurationError(text);
  return new KanmonError(text, { code: String(code) });
}
