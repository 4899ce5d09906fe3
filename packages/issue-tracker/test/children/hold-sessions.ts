// Opens and ends sessions from four loops on a SQLite store, and prints a line for each session that ended.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSqliteEventStore } from '@kanmon/event-store/sqlite';
import { createWorkflowStateStore } from '../../src/index.ts';

const [path = '', name = '', maxSessions = '', sessions = ''] = process.argv.slice(2);
const store = await createSqliteEventStore(path, { busyTimeoutMs: 30_000 });
const workflow = createWorkflowStateStore({
  store,
  maxSessions: Number(maxSessions),
  leaseTtlMs: 1000,
});
let left = Number(sessions);

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const session = await workflow.beginSession({
      episode_number: `${name}-${left}`,
      initiator: name,
    });
    await sleep(Math.random() * 20);
    await workflow.endSession(session);
    writeSync(1, 'ended\n');
  }
}

writeSync(1, 'ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
await Promise.all([work(), work(), work(), work()]);
process.exit(0);
