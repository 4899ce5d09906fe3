import { cleanUsage, completeUsage } from '../../budget/estimate-tokens.ts';
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
import type { GateRun, RunAnswer } from './open-run.ts';

/** The result of a call. */
export type CallResult =
  | { readonly kind: 'answered'; readonly answer: RunAnswer }
  /** Ended by the judge. */
  | { readonly kind: 'cut'; readonly usage: LlmUsage }
  | { readonly kind: 'failed'; readonly cause: unknown };

/**
 * Calls the client and never throws. With a `judge` and a client that streams, the answer is judged
 * while it arrives. An aborted `signal` ends the wait even if the client does not listen to it.
 */
export async function callModel(
  client: LlmClient,
  request: LlmRequest,
  options: LlmCallOptions,
  judge: Pick<GateRun<unknown>, 'feed'> | null,
): Promise<CallResult> {
  try {
    const work =
      judge !== null && client.stream !== undefined
        ? streamAnswer(client.stream.bind(client), request, options, judge)
        : generateAnswer(client, request, options);
    return await untilAborted(work, options.signal);
  } catch (cause) {
    return { kind: 'failed', cause };
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
  judge: Pick<GateRun<unknown>, 'feed'>,
): Promise<CallResult> {
  const controller = new AbortController();
  const forward = (): void => controller.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', forward, { once: true });
  const events = stream(request, { ...options, signal: controller.signal })[Symbol.asyncIterator]();
  let text = '';
  try {
    for (;;) {
      const next = await events.next();
      if (next.done === true) break;
      const event = next.value;
      if (event.type === 'end') return answered(event.response, request);
      text += event.text;
      if (judge.feed(event.text) !== null) {
        // A stream that is ended early never reports its usage.
        const { usage } = completeUsage({}, { messages: request.messages, text });
        return { kind: 'cut', usage };
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

/** A response is checked like the text of a model. */
function answered(response: unknown, request: LlmRequest): CallResult {
  const { text, finish, usage, model, cachedUsage } = isResponse(response) ? response : {};
  if (typeof text !== 'string') {
    throw new LlmError('the client returned a response without text', { kind: 'protocol' });
  }
  const reported = cleanUsage(usage);
  const { messages } = request;
  const cached = cachedUsage !== undefined;
  const { estimate } = cached ? {} : completeUsage(reported, { messages, text });
  return {
    kind: 'answered',
    answer: {
      text,
      finish: finish !== undefined && finishes.has(finish) ? finish : 'other',
      usage: reported,
      ...(estimate === undefined ? {} : { estimate }),
      cached,
      model: typeof model === 'string' ? model : '',
    },
  };
}

function isResponse(response: unknown): response is Partial<LlmResponse> {
  return typeof response === 'object' && response !== null;
}
