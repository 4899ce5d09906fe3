import { KanmonError } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { allScopes } from '../http/identify.ts';
import { isRecord, listOf } from '../model/json.ts';

/** One request of the suite. */
export interface ConformanceRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The scopes of the token; null: send no token. The subject is `editor@example.com`. */
  readonly scopes: readonly string[] | null;
}

/** Sends a request to the app under test; the path begins with `/v1`. */
export type ConformanceFetch = (path: string, request: ConformanceRequest) => Promise<Response>;

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The differences of a request from an allowed read. */
interface SendOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly scopes?: readonly string[] | null;
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** A request that must be refused: its path, what it sends, the status and the code of the answer. */
type RefusedRequest = readonly [path: string, options: SendOptions, status: number, error: string];
type RequestHeaders = NonNullable<SendOptions['headers']>;

/** The app under test with decks in it. */
export type AppBench = ReturnType<typeof createAppBench>;

let decks = 0;

/** Speaks to the app through the fetch under test. */
export function createAppBench(fetch: ConformanceFetch) {
  const send = async (path: string, options: SendOptions = {}): Promise<Answer> => {
    const { method = 'GET', body, raw, scopes = allScopes, headers = {} } = options;
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const isChange = method !== 'GET' && method !== 'HEAD';
    const all = {
      ...(isChange ? { 'x-actor': 'editor@example.com', 'x-request-id': 'trace-1' } : {}),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const given = Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const response = await fetch(path, {
      method,
      headers: Object.fromEntries(given),
      scopes,
      ...withoutUndefined({ body: text }),
    });
    const answer = await response.text();
    const parsed: unknown = answer === '' ? {} : JSON.parse(answer);
    const { status, headers: received } = response;
    return { status, headers: received, body: isRecord(parsed) ? parsed : {} };
  };
  const post = (path: string, body?: unknown, headers: RequestHeaders = {}): Promise<Answer> =>
    send(path, { method: 'POST', body, headers });

  return {
    send,
    post,
    patch: (path: string, body: unknown, headers: RequestHeaders): Promise<Answer> =>
      send(path, { method: 'PATCH', body, headers }),
    /** Returns the number of elements of a list in an answer. */
    count: async (path: string, member: string): Promise<number> =>
      listOf((await send(path)).body[member]).length,
    async refuse(requests: readonly RefusedRequest[]): Promise<void> {
      for (const [path, options, status, error] of requests)
        refused(await send(path, options), status, error);
    },
    /** Creates a deck with these cards; `path` is that of a card, or of an action on it. */
    async deck(...ids: readonly string[]) {
      decks += 1;
      const spec = `conformance-${decks}-${Date.now().toString(36)}`;
      const cards = (ids.length === 0 ? ['agenda'] : ids).map((slide_id) => ({
        slide_id,
        title: 'アジェンダ',
        body: ['背景整理', '提案サマリー'],
        intent: 'outline',
        story: { phase: 'introduction' },
      }));
      const made = await post('/v1/content/cards', { spec_id: spec, cards });
      expectEqual(made.status, 201, 'a new deck');
      return {
        spec,
        path: (id: string, action?: string): string =>
          `/v1/content/cards/${id}${action === undefined ? '' : `/${action}`}?spec_id=${spec}`,
      };
    },
  };
}

/** Rejects unless the answer has these headers. */
export function expectHeaders(
  { headers }: Answer,
  expected: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(expected)) expectEqual(headers.get(name), value, name);
}

/** Rejects unless the answer is this refusal, with the request id in its body. */
export function refused(answer: Answer, status: number, error: string): void {
  expectEqual({ status: answer.status, error: answer.body['error'] }, { status, error }, 'refusal');
  expectEqual(answer.body['request_id'], answer.headers.get('x-request-id'), 'request_id');
}

/** One case of a conformance suite: run it in any test runner; it rejects when it does not hold. */
export interface ConformanceCase {
  readonly name: string;
  run(): Promise<void>;
}

/** The cases of a suite by their names. */
export type Suite = Readonly<Record<string, () => Promise<void>>>;

/** Returns the cases of a suite. */
export function casesOf(suite: Suite): readonly ConformanceCase[] {
  return Object.entries(suite).map(([name, run]) => ({ name, run }));
}

/** Rejects with both values when they differ as JSON. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const got = JSON.stringify(actual);
  const wanted = JSON.stringify(expected);
  if (got === wanted) return;
  throw new KanmonError(`${what}: expected ${wanted}, got ${got}`, {
    code: 'conformance',
  });
}
