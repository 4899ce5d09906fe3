import { seededRandom } from '../support/random.ts';

/** Milliseconds that the parts of a request take of a processor, measured. */
export interface Costs {
  /** An instance, without its calls of the store. */
  readonly request: number;
  readonly read: CallCost;
  readonly append: CallCost;
  /** A follower's `readAll` that finds little. */
  readonly look: CallCost;
  /** One event that a follower reads. */
  readonly row: CallCost;
}

interface CallCost {
  readonly server: number;
  readonly client: number;
}

/** Machines, and what is asked of them. */
export interface Site {
  /** Requests a second; they arrive at random. */
  readonly rate: number;
  /** The share of requests that append. */
  readonly writes: number;
  /** Streams of equal weight. */
  readonly streams: number;
  /** Processes, each of one processor. */
  readonly instances: number;
  readonly connectionsEach: number;
  readonly serverProcessors: number;
  readonly maxConnections: number;
  readonly syncMs: number;
  readonly networkMs: number;
  /** The instances run on the processors of the server. @default false */
  readonly isOneMachine?: boolean;
}

/** The parts of a site that are used. Commits share syncs, so a disk that always syncs is slow but not full. */
export type Part = 'connections' | 'server' | 'instances' | 'stream' | 'pool' | 'sync';

/** What a site does with its requests. */
export interface Outcome {
  readonly p50: number;
  readonly p99: number;
  /** The share of its time that the fullest part of each kind is in use; of `connections`, those that are opened. */
  readonly inUse: Readonly<Record<Part, number>>;
}

/** An instance: its processor, its connections, and the turns on its streams. */
interface Process {
  readonly processor: Places;
  readonly connections: Places;
  readonly turns: Map<number, Places>;
}

/** Pauses of a follower after it found events, and the longest after it found none. */
const pauseMs = { shortest: 5, longest: 250 };
/** Connections that PostgreSQL reserves for administrators. */
const reservedConnections = 3;
const simulated = 10_000;

/**
 * Simulates requests on a site, event by event, with a seeded source of arrivals: a request takes its instance's
 * processor, its turn on the stream in that instance, and a connection for each call. A read takes a processor of the
 * server. An append also holds the stream's lock until its commit is synced; commits that wait share the next sync.
 * Each instance follows all events. The same site always has the same outcome.
 */
export function simulate(site: Site, costs: Costs): Outcome {
  const { rate, writes, streams, instances, connectionsEach, syncMs, networkMs } = site;
  const random = seededRandom(1);
  const clock = createClock();
  const end = (simulated / rate) * 1000;
  const server = createPlaces(clock, site.serverProcessors);
  const sync = createSync(clock, syncMs);
  const streamLocks = new Map<number, Places>();
  const processes = Array.from({ length: instances }, (): Process => ({
    processor: createPlaces(clock, 1),
    connections: createPlaces(clock, connectionsEach),
    turns: new Map<number, Places>(),
  }));
  const times: number[] = [];
  let appended = 0;

  /** Takes the one processor of a process, which may be one of the server's. */
  const compute = ({ processor }: Process, ms: number, then: () => void): void =>
    processor.take((giveBack) => {
      const done = (): void => {
        giveBack();
        then();
      };
      if (site.isOneMachine === true) server.use(ms, done);
      else clock.after(ms, done);
    });
  const of = (map: Map<number, Places>, key: number): Places => {
    const found = map.get(key) ?? createPlaces(clock, 1);
    map.set(key, found);
    return found;
  };
  const call = ({ connections }: Process, ms: number, then: () => void): void =>
    connections.take((giveBack) => {
      clock.after(networkMs, () =>
        server.use(ms, () => {
          giveBack();
          then();
        }),
      );
    });
  const append = (process: Process, stream: number, then: () => void): void =>
    process.connections.take((giveBack) => {
      clock.after(networkMs, () =>
        of(streamLocks, stream).take((unlock) =>
          server.use(costs.append.server, () =>
            sync.commit(() => {
              appended += 1;
              unlock();
              giveBack();
              then();
            }),
          ),
        ),
      );
    });

  const arrive = (): void => {
    if (clock.now() >= end) return;
    clock.after((-Math.log(1 - random()) / rate) * 1000, arrive);
    const process = processes[Math.floor(random() * instances)] ?? processes[0];
    if (process === undefined) return;
    const isWrite = random() < writes;
    const stream = Math.floor(random() * streams);
    const started = clock.now();
    const clientMs =
      costs.request + costs.read.client + (isWrite ? costs.append.client + costs.read.client : 0);
    compute(process, clientMs, () =>
      of(process.turns, stream).take((giveTurn) => {
        const done = (): void => {
          giveTurn();
          times.push(clock.now() - started);
        };
        call(process, costs.read.server, () => {
          if (!isWrite) done();
          else append(process, stream, () => call(process, costs.read.server, done));
        });
      }),
    );
  };
  const follow = (process: Process, seen: number, pause: number): void => {
    if (clock.now() >= end) return;
    const found = appended - seen;
    const next = found > 0 ? pauseMs.shortest : Math.min(pause * 2, pauseMs.longest);
    call(process, costs.look.server + found * costs.row.server, () =>
      compute(process, costs.look.client + found * costs.row.client, () =>
        clock.after(next, () => follow(process, seen + found, next)),
      ),
    );
  };
  for (const process of processes) follow(process, 0, pauseMs.shortest);
  arrive();
  clock.run();

  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  const most = (places: Iterable<Places>): number =>
    Math.max(0, ...[...places].map((one) => one.inUse(end)));
  const opened = instances * (connectionsEach + 1) + reservedConnections;
  return {
    p50: at(0.5),
    p99: at(0.99),
    inUse: {
      connections: opened / site.maxConnections,
      server: server.inUse(end),
      instances:
        site.isOneMachine === true
          ? server.inUse(end)
          : most(processes.map(({ processor }) => processor)),
      pool: most(processes.map(({ connections }) => connections)),
      stream: Math.max(
        most(streamLocks.values()),
        ...processes.map(({ turns }) => most(turns.values())),
      ),
      sync: sync.inUse(end),
    },
  };
}

/** Above this, waiting grows faster than use. */
const full = 0.85;

/**
 * Names the part that is full, if any is. Connections come first: PostgreSQL refuses those beyond its limit. A full
 * processor comes before a pool, and a pool before a stream: whoever waits for the one holds the other.
 */
export function fullPart({ inUse }: Outcome): Part | undefined {
  if (inUse.connections > 1) return 'connections';
  const processors = inUse.server >= inUse.instances ? 'server' : 'instances';
  const ordered: readonly Part[] = [processors, 'pool', 'stream'];
  return ordered.find((part) => inUse[part] > full);
}

interface Clock {
  now(): number;
  after(ms: number, action: () => void): void;
  /** Runs all actions in the order of their times. */
  run(): void;
}

/** A heap of actions by time. Actions of one time run in the order in which they were planned. */
function createClock(): Clock {
  interface Planned {
    readonly at: number;
    readonly order: number;
    readonly action: () => void;
  }
  const heap: Planned[] = [];
  let now = 0;
  let order = 0;
  const isBefore = (left: Planned | undefined, right: Planned | undefined): boolean =>
    left !== undefined &&
    (right === undefined ||
      left.at < right.at ||
      (left.at === right.at && left.order < right.order));
  const swap = (left: number, right: number): void => {
    const [one, other] = [heap[left], heap[right]];
    if (one === undefined || other === undefined) return;
    heap[left] = other;
    heap[right] = one;
  };
  const takeFirst = (): Planned | undefined => {
    swap(0, heap.length - 1);
    const first = heap.pop();
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isBefore(heap[right], heap[left]) ? right : left;
      if (!isBefore(heap[child], heap[at])) return first;
      swap(at, child);
      at = child;
    }
  };
  return {
    now: () => now,
    after(ms, action) {
      heap.push({ at: now + ms, order, action });
      order += 1;
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (!isBefore(heap[at], heap[parent])) return;
        swap(at, parent);
        at = parent;
      }
    },
    run() {
      for (let next = takeFirst(); next !== undefined; next = takeFirst()) {
        now = next.at;
        next.action();
      }
    },
  };
}

/** Places that are taken and given back in the order of asking: processors, connections, locks. */
interface Places {
  take(then: (giveBack: () => void) => void): void;
  /** Takes a place for a time. */
  use(ms: number, then: () => void): void;
  /** The share of all places that was taken until a time. */
  inUse(until: number): number;
}

function createPlaces(clock: Clock, count: number): Places {
  const waiting: (() => void)[] = [];
  let first = 0;
  let free = count;
  let usedMs = 0;
  const take: Places['take'] = (then) => {
    const begin = (): void => {
      const began = clock.now();
      then(() => {
        usedMs += clock.now() - began;
        const next = waiting[first];
        if (next === undefined) free += 1;
        else {
          first += 1;
          next();
        }
      });
    };
    if (free === 0) waiting.push(begin);
    else {
      free -= 1;
      begin();
    }
  };
  return {
    take,
    use: (ms, then) =>
      take((giveBack) =>
        clock.after(ms, () => {
          giveBack();
          then();
        }),
      ),
    // Work that is left at the end counts: a part that is asked for more than it has is above 1.
    inUse: (until) => usedMs / count / until,
  };
}

interface Sync {
  commit(then: () => void): void;
  inUse(until: number): number;
}

/** One sync at a time; commits that came during it share the next one. */
function createSync(clock: Clock, syncMs: number): Sync {
  let waiting: (() => void)[] = [];
  let isUnderWay = false;
  let usedMs = 0;
  const begin = (): void => {
    if (waiting.length === 0) return;
    const commits = waiting;
    waiting = [];
    isUnderWay = true;
    usedMs += syncMs;
    clock.after(syncMs, () => {
      isUnderWay = false;
      for (const then of commits) then();
      if (!isUnderWay) begin();
    });
  };
  return {
    commit(then) {
      waiting.push(then);
      if (!isUnderWay) begin();
    },
    inUse: (until) => usedMs / until,
  };
}
