import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  createMemoryCassetteStore,
  createOpenAiCompatibleClient,
  pipe,
  withBudget,
  withCassette,
  withRateLimit,
  withRetry,
  withTimeout,
  withTrace,
} from '@kanmon/llm-adapters';
import { fromOpenAI } from '@kanmon/llm-adapters/openai';
import OpenAI from 'openai';
import { writeResult } from './support/write-result.ts';

/**
 * What the adapters cost: a call through adapter and five decorators against the bare SDK call, the
 * fetch adapter against the SDK, cassette replay against the server, and cold imports. One server in a
 * process of its own, contenders interleaved in random order, medians of rounds.
 *
 * pnpm build && pnpm --filter @kanmon/benchmarks llm-adapters
 */
const rounds = 61;
const warmUpRounds = 25;
const callsPerRound = 30;
const replayedCalls = 1000;
const importRounds = 15;

const serverFile = fileURLToPath(new URL('llm-adapters/chat-server.ts', import.meta.url));
const server = spawn(process.execPath, [serverFile], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(server.stdout, 'data')) as [Buffer];
const baseURL = `http://127.0.0.1:${port.toString()}/v1`;
const apiKey = 'no-key';
const model = 'bench-model';
const messages = [
  { role: 'system', content: 'You are a careful assistant.' },
  { role: 'user', content: 'Say something of ordinary length.' },
] as const;
const request = { messages, maxOutputTokens: 200 };

const sdk = new OpenAI({ apiKey, baseURL });
const adapter = fromOpenAI(sdk, { model });
const decorated = pipe(
  adapter,
  withRateLimit({ requestsPerMinute: 1_000_000, concurrency: 100 }),
  withTimeout({ perAttemptMs: 30_000 }),
  withRetry(),
  withBudget({ maxCalls: 10_000_000 }),
  withTrace(() => undefined),
);
const compatible = createOpenAiCompatibleClient({ baseUrl: baseURL, model, apiKey });

const contenders: Readonly<Record<string, () => Promise<unknown>>> = {
  'openai SDK': () =>
    sdk.chat.completions.create({
      model,
      messages: [...messages],
      max_completion_tokens: 200,
    }),
  'adapter over the SDK': () => adapter.generate(request),
  'adapter and 5 decorators': () => decorated.generate(request),
  'fetch adapter': () => compatible.generate(request),
  'bare fetch': async () => {
    const response = await fetch(`${baseURL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ model, messages, max_tokens: 200 }),
    });
    return (await response.json()) as unknown;
  },
};

/** Microseconds of one call. */
async function measure(call: () => Promise<unknown>, calls: number): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) await call();
  return ((performance.now() - start) / calls) * 1000;
}

const samples = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
for (let round = 0; round < warmUpRounds + rounds; round += 1) {
  // A fixed order would let one contender always pay for the garbage of the one before it.
  const order = Object.entries(contenders)
    .map((entry) => ({ entry, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at);
  for (const { entry } of order) {
    const [name, call] = entry;
    const microseconds = await measure(call, callsPerRound);
    if (round >= warmUpRounds) samples.get(name)?.push(microseconds);
  }
}

// Record once, then replay from a fresh store; the live side is the same adapter over the server.
const store = createMemoryCassetteStore();
const numbered = (index: number): { messages: { role: 'user'; content: string }[] } => ({
  messages: [{ role: 'user', content: `question ${index}` }],
});
const recording = pipe(compatible, withCassette({ mode: 'record', store }));
const live: unknown[] = [];
for (let index = 0; index < replayedCalls; index += 1) {
  live.push(await recording.generate(numbered(index)));
}
const liveMs = await timed(async () => {
  for (let index = 0; index < replayedCalls; index += 1) await compatible.generate(numbered(index));
});
const replaying = pipe(
  compatible,
  withCassette({ mode: 'replay', store: createMemoryCassetteStore(store.text()) }),
);
const replayed: unknown[] = [];
const replayMs = await timed(async () => {
  for (let index = 0; index < replayedCalls; index += 1) {
    replayed.push(await replaying.generate(numbered(index)));
  }
});
const equal = isDeepStrictEqual(live, replayed);
server.kill();

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of one cold import in a process of its own. */
function coldImport(specifier: string): number {
  const script = `const start = performance.now(); await import('${specifier}'); console.log(performance.now() - start);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return Number(output);
}
const imports = {
  '@kanmon/llm-adapters': [] as number[],
  openai: [] as number[],
};
for (let round = 0; round < importRounds; round += 1) {
  imports['@kanmon/llm-adapters'].push(coldImport('@kanmon/llm-adapters'));
  imports.openai.push(coldImport('openai'));
}

function quantile(list: readonly number[], share: number): number {
  const sortedList = list.toSorted((left, right) => left - right);
  return sortedList[Math.floor((sortedList.length - 1) * share)] ?? 0;
}
const round2 = (value: number): number => Math.round(value * 100) / 100;
const summary = (list: readonly number[]): object => ({
  median: round2(quantile(list, 0.5)),
  p10: round2(quantile(list, 0.1)),
  p90: round2(quantile(list, 0.9)),
});

/** Ratio in each round, where both contenders met the same machine. */
function ratio(name: string, base: string): object {
  const bases = samples.get(base) ?? [];
  return summary((samples.get(name) ?? []).map((value, index) => value / (bases[index] ?? value)));
}

writeResult('llm-adapters', ['openai'], {
  rounds,
  callsPerRound,
  microsecondsPerCall: Object.fromEntries(
    Array.from(samples, ([name, list]) => [name, summary(list)]),
  ),
  ratios: {
    'adapter and 5 decorators / openai SDK': ratio('adapter and 5 decorators', 'openai SDK'),
    'adapter over the SDK / openai SDK': ratio('adapter over the SDK', 'openai SDK'),
    'fetch adapter / openai SDK': ratio('fetch adapter', 'openai SDK'),
    'fetch adapter / bare fetch': ratio('fetch adapter', 'bare fetch'),
  },
  cassette: {
    calls: replayedCalls,
    equal,
    'live / replay': round2(liveMs / replayMs),
  },
  coldImportMs: {
    '@kanmon/llm-adapters': summary(imports['@kanmon/llm-adapters']),
    openai: summary(imports.openai),
    ratio: round2(quantile(imports['@kanmon/llm-adapters'], 0.5) / quantile(imports.openai, 0.5)),
  },
});
if (!equal) throw new Error('a replayed answer differs from the recorded one');
