import {
  LlmError,
  type LlmFinish,
  type LlmMessage,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
  systemClock,
} from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { subjectOf } from '../errors/map-provider-error.ts';
import { redactSecrets } from '../errors/redact-secrets.ts';
import { optional } from '../support/read.ts';
import { type Decorator, type TimeOptions, wrapClient } from './decorator.ts';

interface TraceBase {
  /** Counts the calls of one traced client from 1, to tell parallel ones apart. */
  readonly call: number;
  readonly provider: string;
  readonly model: string;
  /** Epoch milliseconds of the injected clock: a date as text would cost more than the rest of the event. */
  readonly at: number;
}

/** What happened to a call. Texts are there only with `content: true`. */
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

const optionNames: OptionNames<TraceOptions> = { content: true, clock: true };

/** Reports every call to a sink. A sink that throws never breaks a call. */
export function withTrace(sink: TraceSink, options: TraceOptions = {}): Decorator {
  checkOptions(options, optionNames, 'withTrace(sink, options)');
  const { clock = systemClock, content = false } = options;
  const tell = (event: TraceEvent): void => {
    try {
      sink(event);
    } catch {
      // Watching must not change what is watched.
    }
  };
  const finished = (base: TraceBase, response: LlmResponse, deltas?: number): void => {
    const { finish, usage, latencyMs, warnings, model, id, text } = response;
    tell({
      ...base,
      type: 'call-finished',
      model,
      finish,
      usage,
      latencyMs,
      warnings,
      ...optional('id', id),
      ...optional('deltas', deltas),
      ...(content ? { text } : {}),
    });
  };
  const failed = (base: TraceBase, error: unknown, deltas?: number): void => {
    tell({
      ...base,
      type: 'call-failed',
      ...describeError(error, content),
      ...optional('deltas', deltas),
    });
  };
  return (inner) => {
    let calls = 0;
    const begin = (request: LlmRequest, mode: 'generate' | 'stream'): (() => TraceBase) => {
      calls += 1;
      const call = calls;
      const base = (): TraceBase => ({
        call,
        provider: inner.provider,
        model: request.model ?? inner.model,
        at: clock.now().getTime(),
      });
      tell({
        ...base(),
        type: 'call-started',
        mode,
        messages: request.messages.length,
        ...(content ? { content: request.messages } : {}),
      });
      return base;
    };
    return wrapClient(inner, {
      async generate(request, call) {
        const base = begin(request, 'generate');
        try {
          const response = await inner.generate(request, call);
          finished(base(), response);
          return response;
        } catch (error) {
          failed(base(), error);
          throw error;
        }
      },
      async *stream(request, call, open) {
        const base = begin(request, 'stream');
        let deltas = 0;
        let told = false;
        try {
          for await (const event of open(request, call)) {
            if (event.type === 'delta') deltas += 1;
            else {
              told = true;
              finished(base(), event.response, deltas);
            }
            yield event;
          }
        } catch (error) {
          told = true;
          failed(base(), error, deltas);
          throw error;
        } finally {
          if (!told) tell({ ...base(), type: 'call-abandoned', deltas });
        }
      },
    });
  };
}

/** Providers quote the prompt in their errors, so a message is content too: without it, only what failed. */
function describeError(
  error: unknown,
  content: boolean,
): {
  readonly error: string;
  readonly message: string;
  readonly status?: number;
  readonly usage?: LlmUsage;
} {
  if (LlmError.isInstance(error)) {
    const { kind, message, status, usage, provider = 'the provider' } = error;
    return {
      error: kind,
      message: content ? message : subjectOf(provider, kind, status),
      ...optional('status', status),
      ...optional('usage', usage),
    };
  }
  const name = error instanceof Error ? error.name : typeof error;
  const quoted = content && error instanceof Error;
  return { error: name, message: quoted ? redactSecrets(error.message) : `threw ${name}` };
}
