// Calls a model from four loops until the shared budget is used up, and prints a line for each call that was made.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryCounter, LlmError, type SharedCounter } from '@kanmon/core';
import { createMockClient, pipe, withBudget } from '@kanmon/llm-adapters';
import pg from 'pg';
import { createPostgresCounter } from '../../src/postgres.ts';
import { createSqliteCounter } from '../../src/sqlite.ts';

const [kind = '', place = '', attempts = ''] = process.argv.slice(2);

async function openCounter(): Promise<SharedCounter> {
  switch (kind) {
    case 'alone':
      return createMemoryCounter();
    case 'sqlite':
      return createSqliteCounter(place, { busyTimeoutMs: 30_000 });
    case 'postgres':
      return createPostgresCounter(new pg.Pool({ connectionString: place, max: 4 }));
    default:
      throw new Error(`no counter ${kind}`);
  }
}

const model = createMockClient(
  async () => {
    writeSync(1, 'made\n');
    await sleep(Math.random() * 5);
    return 'x';
  },
  { onExhausted: 'repeat-last' },
);
const counter = await openCounter();
const client = pipe(
  model,
  withBudget({ maxAttempts: Number(attempts), shared: { counter, key: 'team' } }),
);

async function spend(): Promise<void> {
  for (;;) {
    try {
      await client.generate({ messages: [{ role: 'user', content: 'x' }] });
    } catch (error) {
      if (LlmError.isInstance(error) && error.code === 'budget-exceeded') return;
      throw error;
    }
  }
}

writeSync(1, 'ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
await Promise.all(Array.from({ length: 4 }, spend));
process.exit(0);
