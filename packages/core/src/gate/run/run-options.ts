import type { Budget, Price } from '../../budget/budget.ts';
import { checkBudget } from '../../budget/budget-meter.ts';
import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { Logger } from '../../ports/logger.ts';
import {
  checkFlags,
  checkOneOf,
  checkOptions,
  checkPorts,
  optionError,
} from '../../vocabulary/check-options.ts';
import type { LlmClient, LlmMessage, LlmRequest } from '../../ports/llm-client.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import type { Locale } from '../../vocabulary/locale.ts';
import type { CorrectionOptions } from '../correction/plan-correction.ts';
import type { WithReviews } from '../review/reviews.ts';
import type { DeepPartial } from '../streaming/partial-reader.ts';
import type { GateEvent } from './gate-event.ts';
import { checkEvents } from './replay-tape.ts';

/** Options of a run whose calls the host makes. */
export interface OpenRunOptions<Context> {
  /** The data that the rules judge against. May be left out when the gate needs none. */
  readonly context: Context;
  /** Replaces the default as a whole; without any limit the default holds. @default { maxAttempts: 3 } */
  readonly budget?: Budget;
  readonly correction?: CorrectionOptions;
  /** The language of the correction prompts. @default 'en' */
  readonly locale?: Locale;
  /**
   * Needed for `budget.maxCost`. An error of it, or a result that is no amount, is a warning of `logger`, and uses up
   * `maxCost`: an answer that passes is delivered, and no call follows.
   */
  readonly price?: Price;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly signal?: AbortSignal;
  /** Epoch milliseconds; the earlier of this and the budget's end counts. */
  readonly deadline?: number;
  /** An error of it, or a promise of it that rejects, is a warning of `logger`; the run goes on. */
  readonly onEvent?: (event: GateEvent) => void;
  /** `digest`: hashes where texts of the model would be. Such a log cannot be replayed. @default 'full' */
  readonly log?: 'full' | 'digest';
  /** Gets a warning for a gate that sends no JSON Schema, and for the first error of a listener. @default console */
  readonly logger?: Logger;
}

/** Shows an answer while it arrives. `T` is the type of the value before defaults and transforms. */
export interface WithPartials<T> {
  /**
   * Called when a streamed answer has a further finished member of the type that the JSON Schema names, which no Must rule
   * over single nodes has refused. `value` is one object that grows in place; it has passed nothing else. A new attempt begins with a new object:
   * replace what was shown. Patches and continuations are not shown, only the outcome is.
   */
  readonly onPartial?: (value: DeepPartial<T>, attempt: number) => void;
}

/** Continues a run, and shows its answers while they arrive. */
export interface WithEvents<T> extends WithPartials<T> {
  /**
   * The events so far of a run with the same gate, context and options (`log: 'full'`): its attempts are repeated
   * without a model, and `step` is what follows. The time limit starts again. An answer without its reviews cannot be continued.
   * @default none
   */
  readonly events?: readonly GateEvent[];
}

/** Options of `runGate`: the model, the task, and the limits. */
export interface RunGateOptions<Context> extends OpenRunOptions<Context> {
  readonly client: LlmClient;
  /** The task, sent with every attempt. */
  readonly messages: readonly LlmMessage[];
  readonly request?: Omit<LlmRequest, 'messages' | 'output'>;
  /**
   * Judge answers while they arrive, and end them at the first Must of a rule over single nodes. Only an answer that begins
   * with the value or its fence is ended; after prose or reasoning, the whole is judged. An end cannot foresee that a
   * later member of the same name, or a second value, would replace what was refused: a model that writes either twice is
   * corrected. A stream that breaks after its first part ends the run as `generate-failed`, since no client repeats what
   * it has handed out.
   * @default false
   */
  readonly stream?: boolean;
}

const openRunNames =
  'context budget correction locale price clock ids signal deadline onEvent log logger reviews onPartial';
const requestNames = 'model maxOutputTokens temperature stop metadata providerOptions';

/** The options of any run. */
type AnyOptions = OpenRunOptions<never> & WithReviews<never, never> & WithPartials<never>;

/** Throws `InvalidArgumentError` for options that `runGate` cannot work with. */
export function checkRunOptions(
  options: Omit<RunGateOptions<never>, 'context'> & WithPartials<never>,
): void {
  const names = `${openRunNames} client messages request stream` as const;
  // Members that may be missing or unknown in it are checked here.
  checkOptions(options as AnyOptions & RunGateOptions<never>, names, 'runGate');
  const { client, messages, request, stream = false, onPartial } = options;
  checkOptions(request ?? {}, requestNames, 'options.request');
  checkPorts({ client: client ?? null }, { client: 'generate' });
  if (!Array.isArray(messages) || messages.length === 0) {
    throw optionError('messages', 'at least one message that states the task', messages);
  }
  messages.forEach(checkMessage);
  checkFlags({ stream });
  if (onPartial !== undefined && !stream) {
    throw optionError('stream', 'true, since onPartial is set', stream);
  }
  checkLimits(options);
}

/** Throws `InvalidArgumentError` for options that `openRun` cannot work with. */
export function checkOpenRunOptions(
  options: Omit<OpenRunOptions<never>, 'context'> & WithEvents<never>,
): void {
  const names = `${openRunNames} events` as const;
  checkOptions(options as AnyOptions & WithEvents<never>, names, 'openRun');
  const { events } = options;
  if (events !== undefined) checkEvents(events);
  checkLimits(options);
}

const roles: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant']);

/** SDKs have other roles, and contents of several parts. */
function checkMessage(message: unknown, index: number): void {
  const { role, content } = Object(message) as { readonly [Member in keyof LlmMessage]?: unknown };
  if (roles.has(role) && typeof content === 'string') return;
  throw new InvalidArgumentError(
    `expected options.messages[${index}] to be { role: 'system' | 'user' | 'assistant', content: string }, got { role: ${describeValue(role)}, content: ${describeValue(content)} }`,
  );
}

/** Both kinds of options have these. */
const ports = {
  clock: 'now',
  ids: 'next',
  signal: 'addEventListener',
  logger: 'warn',
  price: 'call',
  onEvent: 'call',
  onPartial: 'call',
};

function checkLimits(options: Omit<OpenRunOptions<never>, 'context'> & WithPartials<never>): void {
  checkPorts(options, ports);
  const { budget, price, deadline, locale, log, correction } = options;
  checkOptions(correction ?? {}, 'mode continueTruncated hints', 'options.correction');
  checkFlags({ 'correction.continueTruncated': correction?.continueTruncated });
  if (budget !== undefined) checkBudget(budget);
  if (budget?.maxCost !== undefined && price === undefined) {
    throw optionError('price', 'a function, since budget.maxCost is set', price);
  }
  if (deadline !== undefined && (typeof deadline !== 'number' || Number.isNaN(deadline))) {
    throw optionError('deadline', 'epoch milliseconds', deadline);
  }
  checkOneOf('locale', locale, 'en ja');
  checkOneOf('log', log, 'full digest');
  checkOneOf('correction.mode', correction?.mode, 'auto patch full');
}
