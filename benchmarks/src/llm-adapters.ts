import { spawn } from 'node:child_process';
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
import { coldImport } from './support/cold-import.ts';
import { interleave, milliseconds, ratio, spreads, timeCalls } from './support/rounds.ts';
import { rounded } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * The cost of the adapters: a call through adapter and five decorators against the bare SDK call, the
 * fetch adapter against the SDK, cassette replay against the server, and cold imports. One server in a
 * separate process, contenders interleaved in random order, medians of rounds.
 *
 * pnpm bench llm-adapters
 */
const rounds = 61;
/** 3,600 calls: a service is warm, and until about then parts of the SDK and of the layers run uncompiled. */
const warmUpRounds = 120;
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
  withBudget({ maxAttempts: 10_000_000 }),
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

const samples = await interleave(contenders, timeCalls(callsPerRound), { rounds, warmUpRounds });

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
const liveMs = await milliseconds(async () => {
  for (let index = 0; index < replayedCalls; index += 1) await compatible.generate(numbered(index));
});
const replaying = pipe(
  compatible,
  withCassette({ mode: 'replay', store: createMemoryCassetteStore(store.text()) }),
);
const replayed: unknown[] = [];
const replayMs = await milliseconds(async () => {
  for (let index = 0; index < replayedCalls; index += 1) {
    replayed.push(await replaying.generate(numbered(index)));
  }
});
const equal = isDeepStrictEqual(live, replayed);
server.kill();

const packages = ['@kanmon/llm-adapters', 'openai'];
const imports = await interleave(
  Object.fromEntries(packages.map((specifier) => [specifier, specifier])),
  coldImport,
  { rounds: importRounds, warmUpRounds: 1 },
);

writeResult('llm-adapters', {
  peers: ['openai'],
  figures: {
    rounds,
    callsPerRound,
    microsecondsPerCall: spreads(samples),
    ratios: {
      'adapter and 5 decorators / openai SDK': ratio(
        samples,
        'adapter and 5 decorators',
        'openai SDK',
      ),
      'adapter over the SDK / openai SDK': ratio(samples, 'adapter over the SDK', 'openai SDK'),
      'fetch adapter / openai SDK': ratio(samples, 'fetch adapter', 'openai SDK'),
      'fetch adapter / bare fetch': ratio(samples, 'fetch adapter', 'bare fetch'),
    },
    cassette: { calls: replayedCalls, equal, 'live / replay': rounded(liveMs / replayMs) },
    coldImportMs: {
      ...spreads(imports),
      ratio: ratio(imports, '@kanmon/llm-adapters', 'openai'),
    },
  },
});
if (!equal) throw new Error('a replayed answer differs from the recorded one');
