/**
 * A simulation of card reviewers on instances over PostgreSQL: 1, 100 and 1,000 times the requests of a team of 16, and
 * what is full first; then the most requests that one machine, one PostgreSQL and several hold. Deterministic: the
 * times are constants below, measured by `pnpm bench fleet` and `pnpm bench event-store-postgres`.
 *
 * pnpm bench scale
 */
import {
  type Costs,
  fullPart,
  type Outcome,
  type Part,
  type Site,
  simulate,
} from './fleet/simulate.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/** Processor milliseconds, measured on 2026-11-23 beside other work; an idle machine is quicker. */
const costs: Costs = {
  request: 0.7,
  read: { server: 0.45, client: 0.21 },
  append: { server: 0.2, client: 0.2 },
  look: { server: 0.6, client: 0.4 },
  row: { server: 0.007, client: 0.007 },
};

/** A team of 16 reviewers, each with a request every 1.6 seconds. */
const team: Site = {
  rate: 10,
  writes: 0.43,
  streams: 40,
  instances: 2,
  connectionsEach: 8,
  serverProcessors: 2,
  maxConnections: 100,
  syncMs: 1,
  networkMs: 0.5,
};
/** Most milliseconds of p99. */
const bar = 80;
const scales = [1, 100, 1000];
/** Processors of the largest server that is tried. */
const largestServer = 16;

/** One site that was simulated, and what was full. */
interface Stage extends Outcome {
  readonly serverProcessors: number;
  readonly instances: number;
  readonly connectionsEach: number;
  readonly full: Part | 'none';
}

/** Returns what an operator makes larger; undefined where only a second PostgreSQL helps. */
function enlarge(site: Site, part: Part): Site | undefined {
  const { instances, connectionsEach, serverProcessors } = site;
  if (part === 'instances') return { ...site, instances: instances * 2 };
  if (part === 'connections' && connectionsEach > 2) {
    return { ...site, connectionsEach: connectionsEach / 2 };
  }
  if (part === 'server' && serverProcessors < largestServer) {
    return { ...site, serverProcessors: serverProcessors * 2 };
  }
  return undefined;
}

/** Enlarges what is full until nothing is. */
function grow(rate: number): readonly Stage[] {
  const stages: Stage[] = [];
  for (let site: Site | undefined = { ...team, rate }; site !== undefined;) {
    const outcome = rounding(simulate(site, costs));
    const full = fullPart(outcome);
    const { instances, connectionsEach, serverProcessors } = site;
    stages.push({ serverProcessors, instances, connectionsEach, full: full ?? 'none', ...outcome });
    site = full === undefined ? undefined : enlarge(site, full);
  }
  return stages;
}

/** Returns the most requests a second that a site answers with a p99 below the bar and no full part, and what is next. */
function capacity(site: Site): { readonly rate: number; readonly full: Part | 'p99' } {
  let [low, high] = [1, 100_000];
  let full: Part | 'p99' = 'p99';
  while (high - low > Math.max(1, low / 50)) {
    const rate = (low + high) / 2;
    const outcome = simulate({ ...site, rate }, costs);
    const part = fullPart(outcome);
    if (part === undefined && outcome.p99 <= bar) low = rate;
    else {
      high = rate;
      full = part ?? 'p99';
    }
  }
  return { rate: Math.round(low), full };
}

function rounding({ p50, p99, inUse }: Outcome): Outcome {
  const shares = Object.entries(inUse).map(([part, share]) => [part, rounded(share)]);
  // The parts are those of the outcome.
  const use = Object.fromEntries(shares) as Outcome['inUse'];
  return { p50: rounded(p50), p99: rounded(p99), inUse: use };
}

const large: Site = { ...team, serverProcessors: largestServer, instances: 19, connectionsEach: 4 };
const figures = {
  costs,
  team,
  growth: Object.fromEntries(scales.map((scale) => [`${scale} x`, grow(team.rate * scale)])),
  capacity: {
    'one machine of 2 processors': capacity({ ...team, isOneMachine: true, networkMs: 0 }),
    'one server of 2 processors, 2 instances': capacity(team),
    'one server of 16 processors, 19 instances': capacity({ ...large, streams: 4000 }),
    'the same, all requests on one stream': capacity({ ...large, streams: 1 }),
    'the same, a stream for each 10 requests a second, syncs of 5 ms': capacity({
      ...large,
      streams: 400,
      syncMs: 5,
    }),
  },
};
writeResult('scale', { peers: [], figures });
