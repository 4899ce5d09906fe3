import type { LlmUsage } from '@kanmon/core';
import { asList, asRecord } from '../../src/wire/read.ts';
import {
  type Behaviour,
  eventStream,
  hangInBody,
  json,
  type JournalEntry,
  startChaosServer,
} from '../support/chaos-server.ts';

/** One answer of the fake model. */
export type FakeReply =
  | { readonly text: string; readonly finish?: 'stop' | 'length' | 'content_filter' }
  /** A text is sent as the arguments as it is. */
  | { readonly tool: string; readonly input: object | string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Begins an answer and never ends it. A stream begins with the text. */
  | { readonly hang: true; readonly text?: string };

/** The calls of one conversation, as the server saw them. */
export interface FakeRun {
  readonly calls: readonly JournalEntry[];
  /** The sum of what the server reported. */
  readonly usage: Required<Omit<LlmUsage, 'cacheWriteTokens'>>;
  /** Resolves when call number `number`, from 1, has arrived. */
  arrived(number: number): Promise<void>;
  /** Resolves when the client has closed the connection of that call. */
  closed(number: number): Promise<void>;
}

/** An OpenAI-compatible server on loopback. */
export interface FakeOpenAi {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** Plays the replies to the calls whose prompt contains `promptOf(name)`, one by one. */
  play(name: string, replies: readonly FakeReply[]): FakeRun;
  close(): Promise<void>;
}

/** Returns the prompt of a conversation. Its name keeps runs at the same time apart. */
export const promptOf = (name: string): string => `Who does it? [run ${name}]`;

export async function startFakeOpenAi(): Promise<FakeOpenAi> {
  const server = await startChaosServer();
  const runs = new Map<string, ReturnType<typeof createRun>>();
  server.behave(async (response, entry) => {
    const [, name = ''] = /\[run ([^\]]+)\]/.exec(JSON.stringify(entry.body['messages'])) ?? [];
    const run = runs.get(name);
    const behave = run?.next(entry) ?? json(500, { error: { message: `no reply for "${name}"` } });
    response.on('close', () => run?.notice());
    await behave(response, entry);
  });
  return {
    baseUrl: `${server.url}/v1`,
    play(name, replies) {
      const run = createRun(replies);
      runs.set(name, run);
      return run;
    },
    close: () => server.close(),
  };
}

function createRun(replies: readonly FakeReply[]): FakeRun & {
  next(entry: JournalEntry): Behaviour | undefined;
  notice(): void;
} {
  const calls: JournalEntry[] = [];
  const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };
  let waiting: readonly (() => boolean)[] = [];
  const notice = (): void => {
    waiting = waiting.filter((isOver) => !isOver());
  };
  const when = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const isOver = (): boolean => {
        if (condition()) resolve();
        return condition();
      };
      if (!isOver()) waiting = [...waiting, isOver];
    });
  return {
    calls,
    usage,
    arrived: (number) => when(() => calls.length >= number),
    closed: (number) => when(() => calls[number - 1]?.disconnected === true),
    notice,
    next(entry) {
      calls.push(entry);
      notice();
      const reply = replies[calls.length - 1];
      if (reply === undefined) return undefined;
      if ('status' in reply) {
        return json(reply.status, { error: { message: 'try later' } }, reply.headers);
      }
      if ('hang' in reply) return hang(entry, reply.text);
      const counts = countsOf(calls.length);
      usage.inputTokens += counts.prompt_tokens;
      usage.outputTokens += counts.completion_tokens;
      usage.cachedInputTokens += counts.prompt_tokens_details.cached_tokens;
      usage.reasoningTokens += counts.completion_tokens_details.reasoning_tokens;
      return entry.body['stream'] === true
        ? eventStream(`${streamed(reply, { usage: counts })}data: [DONE]\n\n`)
        : json(200, whole(reply, counts));
    },
  };
}

function hang({ body }: JournalEntry, text = '{"title":'): Behaviour {
  return body['stream'] === true
    ? hangInBody(streamed({ text }, {}), 'text/event-stream')
    : hangInBody('{"id":');
}

/** Each call has other counts, so that a sum over too few or too many calls differs. */
function countsOf(call: number) {
  return {
    prompt_tokens: 1000 * 2 ** call,
    completion_tokens: 100 * 2 ** call,
    total_tokens: 1100 * 2 ** call,
    prompt_tokens_details: { cached_tokens: 10 * 2 ** call },
    completion_tokens_details: { reasoning_tokens: 2 ** call },
  };
}

type Answer = Exclude<FakeReply, { readonly status: number } | { readonly hang: true }>;

let answers = 0;

/** Each answer has its own id: LangGraph replaces a message by a later one of the same id. */
const createHead = () => ({ id: `chatcmpl-${(answers += 1)}`, created: 0, model: 'fake-1' });

function whole(reply: Answer, usage: object): object {
  const message =
    'tool' in reply
      ? { role: 'assistant', content: null, tool_calls: [toolCall(reply)] }
      : { role: 'assistant', content: reply.text, refusal: null };
  const choice = { index: 0, message, finish_reason: finishOf(reply), logprobs: null };
  return { ...createHead(), object: 'chat.completion', choices: [choice], usage };
}

/** Longer than a word of a case, shorter than an answer: words are split over two chunks. */
const chunkLength = 5;

function streamed(reply: Answer, end: { readonly usage?: object }): string {
  const deltas =
    'tool' in reply
      ? [{ tool_calls: [{ index: 0, ...toolCall(reply) }] }]
      : asList(reply.text.match(new RegExp(`[^]{1,${chunkLength}}`, 'gu'))).map((content) => ({
          content,
        }));
  const chunks = deltas.map((delta) => ({
    choices: [{ index: 0, delta: { role: 'assistant', ...asRecord(delta) }, finish_reason: null }],
  }));
  const head = createHead();
  const last = { choices: [{ index: 0, delta: {}, finish_reason: finishOf(reply) }] };
  return [...chunks, ...(end.usage === undefined ? [] : [last, { choices: [], usage: end.usage }])]
    .map((chunk) => ({ ...head, object: 'chat.completion.chunk', ...chunk }))
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('');
}

function toolCall(reply: Extract<Answer, { readonly tool: string }>): object {
  const { tool: name, input } = reply;
  const call = { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) };
  return { id: 'call_1', type: 'function', function: call };
}

const finishOf = (reply: Answer): string =>
  'tool' in reply ? 'tool_calls' : (reply.finish ?? 'stop');
