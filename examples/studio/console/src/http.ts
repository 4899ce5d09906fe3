import type { DiffEntry } from './types.ts';

/** A refused request: the problem body of the server. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ProblemBody;
  constructor(status: number, body: ProblemBody) {
    super(body.message ?? body.error ?? String(status));
    this.status = status;
    this.code = body.error ?? String(status);
    this.body = body;
  }
}

interface ProblemBody {
  readonly error?: string;
  readonly message?: string;
  readonly details?: readonly { readonly path?: readonly (string | number)[] }[];
  readonly current?: unknown;
  readonly diff?: readonly DiffEntry[];
}

const tokenKey = 'kanmon-token';
const tokenPattern = /^#token=([\w.~+/=-]+)$/;

/** Moves the token from the fragment of the address into the session of this tab. */
export function takeToken(): void {
  const found = tokenPattern.exec(location.hash)?.[1];
  if (found === undefined) return;
  sessionStorage.setItem(tokenKey, found);
  history.replaceState(null, '', `${location.pathname}#/`);
}

/** Stores a token that the user typed. */
export function storeToken(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/** Returns the headers that every request carries. */
export function authorization(): Readonly<Record<string, string>> {
  const token = sessionStorage.getItem(tokenKey);
  return {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    'accept-language': document.documentElement.lang,
  };
}

/** The parts of a request besides its method and path. */
export interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a request and returns its JSON. Throws `Problem` for a refusal and `TypeError` without a connection. */
export async function send<Answer>(
  method: string,
  path: string,
  { body, headers = {}, signal }: SendOptions = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    headers: {
      ...authorization(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new Problem(response.status, problemBody(text));
  // The routes are ours: each caller names the schema of its route.
  return JSON.parse(text) as Answer;
}

/** Reads the body of a refusal. */
export function problemBody(text: string): ProblemBody {
  try {
    // Members that are missing are read as such.
    return Object(JSON.parse(text)) as ProblemBody;
  } catch {
    return {};
  }
}

/** Reads server-sent events from a response. */
export async function* readEvents(
  response: Response,
): AsyncGenerator<{ readonly id: string | null; readonly event: string; readonly data: string }> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map<string, string>();
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
      }
      const data = fields.get('data');
      if (data !== undefined)
        yield { id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data };
    }
  }
}
