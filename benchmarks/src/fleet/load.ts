import autocannon from 'autocannon';
import type { Kill } from './fleet.ts';
import { rounded } from '../support/spread.ts';

/**
 * The users of one run. Reviewers of `cards` share 40 decks, whose histories grow; those of `reviews` begin a deck of
 * their own in each round.
 */
export type Load = 'cards' | 'reviews' | 'dialogs' | 'boards';

/** The measurements of a run. Conflicts are answers that ask a user to read again: 409, 412 and 428. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** p99 of the requests that ended in each phase of a kill; null without one. */
  readonly phases: Phases | null;
  readonly conflicts: number;
  /** Broken connections, timeouts, and all other answers that are not 2xx. */
  readonly errors: number;
}

/** Figures of the requests that ended in each phase. */
export interface Phases {
  /** The five seconds before the kill. */
  readonly before: number;
  /** From a second before the kill to five after it. */
  readonly around: number;
  /** While the instance was away. */
  readonly away: number;
  /** While the next one started. */
  readonly starting: number;
  /** The two seconds after it was ready; NaN when the run ended first. */
  readonly back: number;
}

/** The board, deck and session that one round of requests of a user is about. */
interface Round {
  card?: string;
  etag?: string;
  action?: 'approve' | 'unlock';
  board?: string;
  diff?: { readonly id: string; readonly hash: string };
  confirmation?: string;
}

export const decks = 40;
export const cardsPerDeck = 10;
const nodes = [
  { id: 'n1', title: '会場の予約' },
  { id: 'n2', title: '招待状' },
];
const conflictStatuses = new Set([409, 412, 428]);

let sequence = 0;
const nextId = (prefix: string): string => {
  sequence += 1;
  return `${prefix}-${process.pid}-${sequence}`;
};
/** A request that creates a deck. */
export const deckOf = (deck: string, count: number): object => ({
  spec_id: deck,
  cards: Array.from({ length: count }, (_, card) => ({
    slide_id: `card-${card}`,
    title: '題',
    body: ['一行目'],
    intent: 'outline',
    story: { phase: 'introduction' },
  })),
});
const pick = (count: number): number => Math.floor(Math.random() * count);

const json = { 'content-type': 'application/json' };
const post = (path: string, body: object): autocannon.Request => ({
  method: 'POST',
  path,
  headers: json,
  body: JSON.stringify(body),
});
const reviewer = (): Record<string, string> => ({
  ...json,
  authorization: 'Bearer reviewer',
  'x-request-id': nextId('request'),
});

/** Reads the card of the round. */
const readCard = (find: (round: Round) => string): autocannon.Request =>
  step(
    (round) => {
      round.card = find(round);
      return { method: 'GET', path: round.card, headers: reviewer() };
    },
    (round, body, headers) => {
      const { status } = JSON.parse(body) as { status?: string };
      round.etag = headers['etag'] ?? '';
      round.action = status === 'approved' ? 'unlock' : 'approve';
    },
  );

/** Approves the card that was read, or unlocks an approved one. */
const decideOnCard = (): autocannon.Request =>
  step(({ card = '', etag = '', action = 'approve' }) => {
    const [path, query] = card.split('?');
    return {
      method: 'POST',
      path: `${path}/${action}?${query}`,
      headers: { ...reviewer(), 'if-match': etag, 'idempotency-key': nextId('key') },
      body: JSON.stringify(action === 'unlock' ? { reason: 'load' } : {}),
    };
  });

/** Requests that each user makes in turn; a round begins again at the first. */
const roundsOf = (): Readonly<Record<Load, autocannon.Request[]>> => ({
  cards: [
    readCard(() => `/v1/content/cards/card-${pick(cardsPerDeck)}?spec_id=deck-${pick(decks)}`),
    decideOnCard(),
  ],
  reviews: [
    step((round) => {
      const deck = nextId('deck');
      round.card = `/v1/content/cards/card-0?spec_id=${deck}`;
      return { ...post('/v1/content/cards', deckOf(deck, 1)), headers: reviewer() };
    }),
    readCard(({ card = '' }) => card),
    decideOnCard(),
  ],
  dialogs: [
    step(() => ({
      method: 'POST',
      path: '/agent.dialog',
      headers: { ...json, accept: 'application/json' },
      body: JSON.stringify({
        message: '北海道への送料を教えてください',
        sessionId: nextId('session'),
      }),
    })),
  ],
  boards: [
    step(
      (round) => {
        round.board = nextId('board');
        const relation = {
          from_node_id: 'n2',
          to_node_id: 'n1',
          relation_type: '待ち',
          reason: '会場が決まると、招待状に書く住所が決まります。',
        };
        return post('/api/proposal-quality/diffs', {
          boardId: round.board,
          runId: 'run-1',
          report: {
            decomposition_proposals: [],
            grouping_proposals: [],
            relation_proposals: [relation],
            summary: 'まず会場から。',
          },
          state: { nodes },
        });
      },
      (round, body) => {
        const { results } = JSON.parse(body) as {
          results?: { diff_id: string; content_hash: string }[];
        };
        const [first] = results ?? [];
        if (first !== undefined) round.diff = { id: first.diff_id, hash: first.content_hash };
      },
    ),
    step(
      ({ board, diff }) =>
        post('/api/proposal-quality/confirmations', {
          boardId: board,
          diffId: diff?.id,
          content_hash: diff?.hash,
          confirmedBy: 'sato',
          state: { nodes },
        }),
      (round, body) => {
        const { id } = JSON.parse(body) as { id?: string };
        if (id !== undefined) round.confirmation = id;
      },
    ),
    step(({ board, confirmation }) =>
      post('/api/proposal-quality/apply', {
        boardId: board,
        confirmationId: confirmation,
        state: { nodes },
      }),
    ),
  ],
});

/**
 * One request of a round, and what the user reads from its answer. Each request gets separate headers: autocannon
 * writes the length of the body into them, and a request without a body that inherited it would wait for one.
 */
function step(
  make: (round: Round) => autocannon.Request,
  read: (round: Round, body: string, headers: Record<string, string>) => void = () => undefined,
): autocannon.Request {
  return {
    setupRequest(request, context) {
      const made = make(context);
      return { ...request, ...made, headers: { ...made.headers } };
    },
    onResponse(status, body, context, headers) {
      if (status < 300) read(context, body, headers as Record<string, string>);
    },
  };
}

/** Puts load on a fleet for a time; `kill` runs in the middle. */
export async function runLoad(
  url: string,
  load: Load,
  options: {
    readonly users: number;
    readonly seconds: number;
    readonly kill?: () => Promise<Kill>;
    /** Most requests a second of all users. @default as many as are answered */
    readonly rate?: number;
  },
): Promise<LoadResult> {
  const { users, seconds, kill, rate } = options;
  const times: Answered[] = [];
  const statuses = new Map<number, number>();
  let killing: Promise<Kill> | undefined;
  const timer = setTimeout(
    () => {
      killing = kill?.();
    },
    (seconds * 1000) / 2,
  );
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    // Created again for each run: autocannon changes the requests that it gets.
    const requests = roundsOf()[load];
    const pace = rate === undefined ? {} : { overallRate: rate };
    const settings = {
      url,
      connections: users,
      duration: seconds,
      timeout: 10,
      requests,
      ...pace,
    };
    const run = autocannon(settings, (error: unknown, result) => {
      if (error instanceof Error) reject(error);
      else resolve(result);
    });
    run.on('response', (_client, status, _bytes, ms) => {
      times.push({ at: performance.now(), ms });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
  });
  clearTimeout(timer);
  const killed = await killing;
  if (times.length === 0) throw new Error(`no request of ${load} was answered`);
  const all = times.map(({ ms }) => ms);
  const count = (isMeant: (status: number) => boolean): number =>
    [...statuses].reduce((sum, [status, number]) => sum + (isMeant(status) ? number : 0), 0);
  return {
    requestsPerSecond: Math.round(times.length / seconds),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    phases: killed === undefined ? null : phasesOf(times, killed),
    conflicts: count((status) => conflictStatuses.has(status)),
    errors: errors + count((status) => status >= 300 && !conflictStatuses.has(status)),
  };
}

/** A request that was answered: when, and after how many milliseconds. */
interface Answered {
  readonly at: number;
  readonly ms: number;
}

function phasesOf(times: readonly Answered[], { killedAt, startedAt, readyAt }: Kill): Phases {
  const p99 = (from: number, to: number): number =>
    percentile(
      times.filter(({ at }) => at > from && at <= to).map(({ ms }) => ms),
      0.99,
    );
  return {
    before: p99(killedAt - 5000, killedAt),
    around: p99(killedAt - 1000, killedAt + 5000),
    away: p99(killedAt, startedAt),
    starting: p99(startedAt, readyAt),
    back: p99(readyAt, readyAt + 2000),
  };
}

/** Nearest rank. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return rounded(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
}
