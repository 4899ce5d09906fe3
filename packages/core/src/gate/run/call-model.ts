import { completeUsage, isTokenCount } from '../../budget/estimate-tokens.ts';
import { LlmError } from '../../errors/llm-error.ts';
import { untilAborted } from '../../kit/until-aborted.ts';
import type {
  LlmCallOptions,
  LlmClient,
  LlmFinish,
  LlmRequest,
  LlmResponse,
  LlmUsage,
} from '../../ports/llm-client.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { StreamJudge } from '../streaming/stream-judge.ts';
import type { Answer } from './run-fold.ts';

/** What a call came to. */
export type CallResult =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly model: string }
  | {
      readonly kind: 'aborted';
      readonly text: string;
      readonly usage: LlmUsage;
      readonly findings: readonly Finding[];
    }
  | { readonly kind: 'failed'; readonly cause: unknown; readonly usage: LlmUsage };

/**
 * Calls the client and never throws. With a `judge` and a client that streams, the answer is judged
 * while it arrives. An aborted `signal` ends the wait even if the client does not listen to it.
 */
export async function callModel(
  client: LlmClient,
  request: LlmRequest,
  options: LlmCallOptions,
  judge: StreamJudge | null,
): Promise<CallResult> {
  try {
    const work =
      judge !== null && client.stream !== undefined
        ? streamAnswer(client.stream.bind(client), request, options, judge)
        : generateAnswer(client, request, options);
    return await untilAborted(work, options.signal);
  } catch (cause) {
    const usage = LlmError.isInstance(cause) ? cleanUsage(cause.usage) : {};
    return { kind: 'failed', cause, usage };
  }
}

async function generateAnswer(
  client: LlmClient,
  request: LlmRequest,
  options: LlmCallOptions,
): Promise<CallResult> {
  return answered(await client.generate(request, options), request);
}

async function streamAnswer(
  stream: NonNullable<LlmClient['stream']>,
  request: LlmRequest,
  options: LlmCallOptions,
  judge: StreamJudge,
): Promise<CallResult> {
  const controller = new AbortController();
  const forward = (): void => controller.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', forward, { once: true });
  const events = stream(request, { ...options, signal: controller.signal })[Symbol.asyncIterator]();
  let text = '';
  try {
    for (;;) {
      // Events come one after the other.
      const next = await events.next();
      if (next.done === true) break;
      const event = next.value;
      if (event.type === 'end') return answered(event.response, request);
      text += event.text;
      const findings = judge.feed(event.text);
      if (findings !== null) {
        // A stream that is ended early never reports its usage.
        const { usage } = completeUsage({}, { messages: request.messages, text });
        return { kind: 'aborted', text, usage, findings };
      }
    }
  } finally {
    options.signal?.removeEventListener('abort', forward);
    controller.abort();
    // Not awaited: a client may be slow to notice, and nothing depends on it any more.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
  throw new LlmError('the stream ended without its last event', { kind: 'protocol' });
}

const finishes: ReadonlySet<string> = new Set<LlmFinish>([
  'stop',
  'length',
  'content-filter',
  'refusal',
  'tool-calls',
  'other',
]);

/** What a client returns is as foreign as what a model writes. */
function answered(response: unknown, request: LlmRequest): CallResult {
  const { text, finish, usage, model, cachedUsage } = isResponse(response) ? response : {};
  if (typeof text !== 'string') {
    throw new LlmError('the client returned a response without text', { kind: 'protocol' });
  }
  const reported = cleanUsage(usage);
  const { messages } = request;
  // An answer from a cache has cost nothing now.
  const { estimate } = cachedUsage === undefined ? completeUsage(reported, { messages, text }) : {};
  return {
    kind: 'answered',
    answer: {
      text,
      finish: finish !== undefined && finishes.has(finish) ? finish : 'other',
      usage: reported,
      ...(estimate === undefined ? {} : { estimate }),
    },
    model: typeof model === 'string' ? model : '',
  };
}

function isResponse(response: unknown): response is Partial<LlmResponse> {
  return typeof response === 'object' && response !== null;
}

const usageFields = [
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'reasoningTokens',
] as const satisfies readonly (keyof LlmUsage)[];

/** Only counts that can be counts. */
function cleanUsage(usage: LlmUsage | undefined): LlmUsage {
  const clean: { -readonly [Field in keyof LlmUsage]: LlmUsage[Field] } = {};
  for (const field of usageFields) {
    const count = usage?.[field];
    if (isTokenCount(count)) clean[field] = count;
  }
  return clean;
}
