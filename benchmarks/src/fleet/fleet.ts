import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Balancer, startBalancer } from './balancer.ts';
import { processorMs } from '../support/processor-time.ts';

const healthSchema = z.object({
  rss: z.number(),
  heapUsed: z.number(),
  handles: z.number(),
  worstLagMs: z.number(),
  followed: z.number(),
});

/** The report of an instance about itself. */
export type Health = z.infer<typeof healthSchema>;

/** When an instance was killed, when another was started, and when that was ready: `performance.now()`. */
export interface Kill {
  readonly killedAt: number;
  readonly startedAt: number;
  readonly readyAt: number;
}

/** Instances behind a balancer. */
export interface Fleet {
  readonly balancer: Balancer;
  /** Kills the first instance with SIGKILL and starts another after a pause. */
  killOne(downMs: number): Promise<Kill>;
  /** Processor milliseconds that the running instances have used. */
  processorMs(): number;
  health(): Promise<readonly Health[]>;
  stop(): Promise<void>;
}

interface Instance {
  readonly child: ChildProcess;
  readonly port: number;
  readonly health: () => Promise<Health>;
}

/** Starts a number of instances on one PostgreSQL. */
export async function startFleet(url: string, size: number): Promise<Fleet> {
  const balancer = await startBalancer();
  let instances = await Promise.all(Array.from({ length: size }, () => startInstance(url)));
  const apply = (): void => balancer.set(instances.map(({ port }) => port));
  apply();
  return {
    balancer,
    async killOne(downMs) {
      const [victim, ...others] = instances;
      // The balancer is not notified: it detects the loss, as one in front of real machines does.
      const killedAt = performance.now();
      victim?.child.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, downMs));
      const startedAt = performance.now();
      instances = [await startInstance(url), ...others];
      apply();
      return { killedAt, startedAt, readyAt: performance.now() };
    },
    processorMs: () =>
      instances.reduce((sum, { child }) => sum + processorMs(child.pid ?? Number.NaN), 0),
    health: () => Promise.all(instances.map(({ health }) => health())),
    async stop() {
      await balancer.close();
      await Promise.all(
        instances.map(async ({ child }) => {
          child.stdin?.end();
          await once(child, 'exit');
        }),
      );
    },
  };
}

async function startInstance(url: string): Promise<Instance> {
  const program = fileURLToPath(new URL('serve.ts', import.meta.url));
  const child = spawn(process.execPath, ['--expose-gc', ...process.execArgv, program, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // An instance that starts takes less time of the processors that it shares with the others.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'kanmon-fleet-code') },
  });
  const lines = on(createInterface(child.stdout), 'line', { close: ['close'] });
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  return {
    child,
    port: Number(await nextLine()),
    async health() {
      child.stdin.write('health\n');
      return healthSchema.parse(JSON.parse(await nextLine()));
    },
  };
}
