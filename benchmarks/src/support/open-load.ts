import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { rounded } from './spread.ts';

/** A request of a load. */
export interface OpenLoadRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The measurements of a load. */
export interface OpenLoadResult {
  readonly count: number;
  /** From the time when a request was due: one that waits for a slow server, or for this process, counts in full. */
  readonly milliseconds: Percentiles;
  /** Milliseconds by which this process sent its requests too late: a busy machine, not the server. */
  readonly sentLate: Percentiles;
  readonly statuses: Readonly<Record<string, number>>;
  /** Broken connections, and answers that are not 2xx. */
  readonly errors: number;
  /** p99 of each method and path, without ids. */
  readonly p99: Readonly<Record<string, number>>;
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Sends requests in turn at a fixed rate, whether or not earlier ones were answered (open loop). */
export async function runOpenLoad(
  url: string,
  options: {
    readonly requests: readonly OpenLoadRequest[];
    readonly headers: Readonly<Record<string, string>>;
    /** Requests a second. */
    readonly rate: number;
    readonly seconds: number;
  },
): Promise<OpenLoadResult> {
  const { requests, headers, rate, seconds } = options;
  const agent = new Agent({ keepAlive: true });
  const total = Math.round(rate * seconds);
  const times: number[] = [];
  const late: number[] = [];
  const byRoute = new Map<string, number[]>();
  const statuses: Record<string, number> = {};
  const begin = performance.now();

  const send = async (each: OpenLoadRequest, due: number): Promise<void> => {
    late.push(performance.now() - due);
    const status = await answerOf(url, each, { agent, headers }).catch(() => 'broken');
    const ms = performance.now() - due;
    times.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const route = `${each.method} ${routeOf(each.path)}`;
    byRoute.set(route, [...(byRoute.get(route) ?? []), ms]);
  };

  const sending: Promise<void>[] = [];
  for (let next = 0; next < total;) {
    const due = begin + (next * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const [each] = requests.slice(next % requests.length);
    if (each !== undefined) sending.push(send(each, due));
    next += 1;
  }
  await Promise.all(sending);
  agent.destroy();
  const good = Object.entries(statuses).reduce(
    (sum, [status, count]) => (status.startsWith('2') ? sum + count : sum),
    0,
  );
  return {
    count: total,
    milliseconds: percentiles(times),
    sentLate: percentiles(late),
    statuses,
    errors: total - good,
    p99: Object.fromEntries(Array.from(byRoute, ([route, each]) => [route, percentiles(each).p99])),
  };
}

function answerOf(
  url: string,
  each: OpenLoadRequest,
  { agent, headers }: { readonly agent: Agent; readonly headers: Readonly<Record<string, string>> },
): Promise<string> {
  const { method, path, body, headers: own } = each;
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, headers: { ...headers, ...own } });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection at the moment when it was used again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') {
        resolve(answerOf(url, each, { agent, headers }));
      } else reject(error);
    });
    sent.on('response', (response) => {
      text(response).then(() => resolve(String(response.statusCode)), reject);
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The path without its query and without the id of a card. */
function routeOf(path: string): string {
  return path.replace(/\?.*$/, '').replace(/(?<=\/cards\/)[^/]+/, '{id}');
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    rounded(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
