import { createJwtVerifier } from '@kanmon/content-cards/jwt';
import type { LlmClient, Price } from '@kanmon/core';
import { listen } from '@kanmon/example-shared/listen';
import { chooseProviderClient, type Environment } from '@kanmon/example-shared/provider-client';
import { pino } from 'pino';
import { openConsole } from './console.ts';
import { createDemoClock, fillWithDemo, isEmptyStore } from './demo.ts';
import { createDemoModel } from './demo-model.ts';
import { type DevelopmentTokens, openDevelopmentTokens } from './development-token.ts';
import { openStore } from './open-store.ts';
import type { Settings, TokenSettings } from './settings.ts';
import { createStudio } from './studio.ts';

/** A gate run takes some seconds for each attempt of its model. */
const graceMs = 20_000;

/** Log lines are written some 25 at a time and each half second; the rest of them at the exit. */
const logWrites = { sync: false, minLength: 4096, periodicFlush: 500 };

/** The output of the server, and its stop signal. */
export interface ServeStreams {
  readonly output: { write(text: string): unknown };
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Serves the studio until it is stopped. Requests that run end first. */
export async function serveStudio(
  settings: Settings,
  environment: Environment,
  { output, signal }: ServeStreams,
): Promise<void> {
  const { demo, host, port, requestsPerSecond, logLevel } = settings;
  const logger = pino(
    { level: logLevel, redact: ['*.authorization', '*.token'] },
    pino.destination(logWrites),
  );
  const console = await openConsole((line) => output.write(`${line}\n`));
  const client = demo ? createDemoModel() : await chooseProviderClient(environment);
  const price = priceOf(settings);
  const tokens = await openTokens(settings);
  if (demo) await prepareDemo(settings, { client, price }, tokens.development);
  const { store, counter, close } = await openStore(settings);
  const studio = createStudio({
    store,
    counter,
    verify: tokens.verify,
    requestsPerSecond,
    client,
    price,
    console,
    logger,
  });
  try {
    const server = await listen(studio.app, { host, port, graceMs });
    const token = await tokens.development?.sign(environment['USER'] ?? 'developer');
    output.write(`${server.url}/${token === undefined ? '' : `#token=${token}`}\n`);
    await whenAborted(signal);
    await studio.stop();
    await server.close();
  } finally {
    await studio.close();
    await close();
  }
}

async function openTokens({ tokens, data }: Settings): Promise<{
  readonly verify: DevelopmentTokens['verify'];
  readonly development?: DevelopmentTokens;
}> {
  if (tokens.kind === 'issuer') return { verify: issuerVerifier(tokens) };
  const development = await openDevelopmentTokens(data);
  return { verify: development.verify, development };
}

function issuerVerifier(
  tokens: Extract<TokenSettings, { readonly kind: 'issuer' }>,
): DevelopmentTokens['verify'] {
  const { jwks, issuer, audience } = tokens;
  return createJwtVerifier({ keys: jwks, issuer, audience });
}

/** Fills an empty store, with times in the past. A store that has events stays as it is. */
async function prepareDemo(
  settings: Settings,
  { client, price }: { readonly client: LlmClient | undefined; readonly price: Price },
  development: DevelopmentTokens | undefined,
): Promise<void> {
  const tokens = development ?? (await openDevelopmentTokens(settings.data));
  const clock = createDemoClock();
  const { store, counter, close } = await openStore(settings, { clock });
  try {
    if (await isEmptyStore(store))
      await fillWithDemo({ store, counter, client, price }, tokens, clock);
  } finally {
    await close();
  }
}

const million = 1_000_000;
/** The demo costs something, so that its charts show it. */
const demoPrice = { input: 0.5, output: 2 };

function priceOf({ price, demo }: Settings): Price {
  const { input, output } = demo && price.input === 0 && price.output === 0 ? demoPrice : price;
  return ({ inputTokens = 0, outputTokens = 0 }) =>
    (inputTokens * input + outputTokens * output) / million;
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
