import {
  InvalidArgumentError,
  type LlmCallOptions,
  LlmError,
  type LlmFinish,
  type LlmMessage,
  type LlmUsage,
  systemClock,
} from '@kanmon/core';
import { checkFlags, createSecretRedactor, withoutUndefined } from '@kanmon/core/kit';
import { subjectOf } from '../errors/map-provider-error.ts';
import { notify } from '../wire/read.ts';
import { type Decorator, type TimeOptions, wrapCalls } from './decorator.ts';
import { checkOptions, describeKind } from '../wire/check-options.ts';

interface TraceBase {
  /** Counts the calls of one traced client from 1, to distinguish parallel ones. */
  readonly call: number;
  readonly provider: string;
  readonly model: string;
  /** Epoch milliseconds of the injected clock: a date as text would cost more than the rest of the event. */
  readonly at: number;
}

/** One event of a call. It has texts only with `content: true`. */
export type TraceEvent =
  | (TraceBase & {
      readonly type: 'call-started';
      readonly mode: 'generate' | 'stream';
      readonly messages: number;
      readonly content?: readonly LlmMessage[];
    })
  | (TraceBase & {
      readonly type: 'call-finished';
      readonly finish: LlmFinish;
      readonly usage: LlmUsage;
      readonly latencyMs: number;
      readonly warnings: readonly string[];
      readonly deltas?: number;
      readonly id?: string;
      readonly text?: string;
    })
  | (TraceBase & {
      readonly type: 'call-failed';
      /** `LlmError.kind`, or the name of any other error. */
      readonly error: string;
      /** Of the error with `content: true`; else what failed, in words of this package. */
      readonly message: string;
      readonly status?: number;
      readonly usage?: LlmUsage;
      readonly deltas?: number;
    })
  | (TraceBase & { readonly type: 'call-abandoned'; readonly deltas: number });

export type TraceSink = (event: TraceEvent) => void;

/** Options of `withTrace`. */
export interface TraceOptions extends Pick<TimeOptions, 'clock'> {
  /** Put messages and answers into the events. @default false */
  readonly content?: boolean;
}

/** Reports every call to a sink. A sink that throws never breaks a call. */
export function withTrace(sink: TraceSink, options: TraceOptions = {}): Decorator {
  checkOptions(options, 'content clock', 'withTrace(sink, options)');
  if (typeof sink !== 'function') {
    throw new InvalidArgumentError(
      `expected withTrace(sink, options) to get a function for the events, got ${describeKind(sink)}`,
    );
  }
  const { clock = systemClock, content = false } = options;
  checkFlags({ content });
  const report = (event: TraceEvent): void => notify(() => sink(event));
  return (inner) => {
    let calls = 0;
    return wrapCalls(inner, (request, _options: LlmCallOptions, mode) => {
      calls += 1;
      const call = calls;
      const base = (): TraceBase => ({
        call,
        provider: inner.provider,
        model: request.model ?? inner.model,
        at: clock.now().getTime(),
      });
      let received = 0;
      let reported = false;
      const deltas = (): { readonly deltas?: number } =>
        mode === 'stream' ? { deltas: received } : {};
      const { messages } = request;
      report({
        ...base(),
        type: 'call-started',
        mode,
        messages: messages.length,
        ...(content ? { content: messages } : {}),
      });
      return {
        delta() {
          received += 1;
        },
        finished({ finish, usage, latencyMs, warnings, model, id, text }) {
          reported = true;
          const details = { model, finish, usage, latencyMs, warnings };
          report({
            ...base(),
            type: 'call-finished',
            ...details,
            ...withoutUndefined({ id, text: content ? text : undefined }),
            ...deltas(),
          });
        },
        failed(error) {
          reported = true;
          report({ ...base(), type: 'call-failed', ...describeError(error, content), ...deltas() });
        },
        closed() {
          if (!reported) report({ ...base(), type: 'call-abandoned', deltas: received });
        },
      };
    });
  };
}

const redact = /* @__PURE__ */ createSecretRedactor();

/** Providers quote the prompt in their errors, so a message is content too: without it, only what failed. */
function describeError(error: unknown, content: boolean) {
  if (LlmError.isInstance(error)) {
    const { kind, status, usage, provider = 'the provider' } = error;
    const message = content ? error.message : subjectOf(provider, kind, status);
    return { error: kind, message, ...withoutUndefined({ status, usage }) };
  }
  const name = error instanceof Error ? error.name : typeof error;
  const quoted = content && error instanceof Error;
  return { error: name, message: quoted ? redact(error.message) : `threw ${name}` };
}
