import type { CheckedAppend } from '@kanmon/core/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AppendCalls,
  type AppendQueue,
  createAppendQueue,
  type Outcome,
} from '../../src/postgres/append-queue.ts';

/** One call of the queue: what it sends as `stream:name`, and how it ends. */
interface Call {
  readonly sent: readonly string[];
  readonly waitsFor: string | null;
  answer(...outcomes: readonly ('done' | 'busy' | 'bad')[]): Promise<void>;
  fail(error: Error): Promise<void>;
}

const lost = new Error('lost');
const refused = new Error('refused');

/** A queue over calls that a test answers by hand; results are the names of appends. */
function queueUnderTest(maxCalls = 2): {
  readonly queue: AppendQueue<string>;
  readonly calls: Call[];
  push(streamId: string, name: string, options?: { size?: number; key?: string }): void;
  /** The outcome of each append: `name` or `name!error`, in the order of its end. */
  readonly ended: string[];
} {
  const calls: Call[] = [];
  const ended: string[] = [];
  const call = (
    appends: readonly CheckedAppend[],
    waitsFor: string | null,
  ): Promise<readonly Outcome<string>[]> =>
    new Promise((resolve, reject) => {
      calls.push({
        sent: appends.map(nameOf),
        waitsFor,
        async answer(...outcomes) {
          resolve(
            appends.map((append, index): Outcome<string> => {
              const outcome = outcomes[index] ?? outcomes.at(-1) ?? 'done';
              if (outcome === 'busy') return { kind: 'busy' };
              if (outcome === 'bad') return { kind: 'refused', error: new Error('bad') };
              return { kind: 'done', result: nameOf(append) };
            }),
          );
          await turn();
        },
        async fail(error) {
          reject(error);
          await turn();
        },
      });
    });
  const appendCalls: AppendCalls<string> = {
    one: async (append, wait) => {
      const [outcome] = await call([append], wait ? append.streamId : null);
      return outcome ?? { kind: 'busy' };
    },
    many: call,
    isRefused: (error) => error === refused,
    mayRepeat: (error, { idempotencyKey }) => error === refused || idempotencyKey !== undefined,
    toError: (error) => (error instanceof Error ? error : new Error('unknown')),
  };
  const queue = createAppendQueue(appendCalls, maxCalls);
  return {
    queue,
    calls,
    ended,
    push(streamId, name, { size = 1, key } = {}) {
      const append: CheckedAppend = {
        streamId,
        events: [{ type: name, dataJson: 'x'.repeat(size) }],
        expectedVersion: 'any',
        ...(key === undefined ? {} : { idempotencyKey: key }),
      };
      queue.push(append).then(
        (result) => ended.push(result),
        (error: unknown) =>
          ended.push(`${nameOf(append)}!${String(Reflect.get(Object(error), 'message'))}`),
      );
    },
  };
}

function nameOf({ streamId, events }: CheckedAppend): string {
  return `${streamId}:${events[0]?.type ?? ''}`;
}

/** All microtasks have run. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe('the queue of appends', () => {
  // The pause before a held stream is tried again ends only where a test moves the clock.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends one append alone, and those asked for in one turn together', async () => {
    const { push, calls, ended } = queueUnderTest();
    push('a', '1');
    await turn();
    push('b', '1');
    push('c', '1');
    await turn();
    expect(calls.map(({ sent }) => sent)).toEqual([['a:1'], ['b:1', 'c:1']]);
    await calls[1]?.answer('done');
    await calls[0]?.answer('done');
    expect(ended).toEqual(['b:1', 'c:1', 'a:1']);
  });

  it('has two calls under way and collects what comes meanwhile', async () => {
    const { push, calls } = queueUnderTest();
    for (const stream of ['a', 'b', 'c', 'd', 'e']) {
      push(stream, '1');
      await turn();
    }
    expect(calls.map(({ sent }) => sent)).toEqual([['a:1'], ['b:1']]);
    await calls[0]?.answer('done');
    expect(calls.at(-1)?.sent).toEqual(['c:1', 'd:1', 'e:1']);
  });

  it('never has a stream in two calls, and keeps the order of its appends', async () => {
    const { push, calls } = queueUnderTest();
    push('a', '1');
    await turn();
    for (const name of ['2', '3']) push('a', name);
    push('b', '1');
    await turn();
    expect(calls.map(({ sent }) => sent)).toEqual([['a:1'], ['b:1']]);
    await calls[1]?.answer('done');
    expect(calls).toHaveLength(2);
    await calls[0]?.answer('done');
    expect(calls.at(-1)?.sent).toEqual(['a:2', 'a:3']);
  });

  it('sends at most 64 appends and 1 MiB in a call, but an append of any size', async () => {
    const { push, calls } = queueUnderTest(1);
    for (let index = 0; index < 70; index += 1) push(`s${index}`, '1');
    await turn();
    expect(calls[0]?.sent).toHaveLength(64);
    await calls[0]?.answer('done');
    expect(calls[1]?.sent).toHaveLength(6);
    push('large', '1', { size: 3_000_000 });
    push('small', '1');
    for (const name of ['1', '2', '3']) push('half', name, { size: 500_000 });
    await calls[1]?.answer('done');
    expect(calls[2]?.sent).toEqual(['large:1']);
    await calls[2]?.answer('done');
    expect(calls[3]?.sent).toEqual(['small:1', 'half:1', 'half:2']);
    await calls[3]?.answer('done');
    expect(calls[4]?.sent).toEqual(['half:3']);
  });

  it('waits for a busy stream in a separate call, in which its order is kept', async () => {
    const { push, calls, ended } = queueUnderTest();
    for (const [stream, name] of [
      ['a', '1'],
      ['held', '1'],
      ['held', '2'],
      ['b', '1'],
    ] as const) {
      push(stream, name);
    }
    await turn();
    await calls[0]?.answer('done', 'busy', 'busy', 'done');
    expect(ended).toEqual(['a:1', 'b:1']);
    expect(calls[1]).toMatchObject({ sent: ['held:1', 'held:2'], waitsFor: 'held' });
    push('held', '3');
    push('c', '1');
    await turn();
    expect(calls[2]).toMatchObject({ sent: ['c:1'], waitsFor: null });
    await calls[2]?.answer('done');
    await calls[1]?.answer('done');
    expect(calls[3]).toMatchObject({ sent: ['held:3'], waitsFor: 'held' });
    await calls[3]?.answer('done');
    expect(ended).toEqual(['a:1', 'b:1', 'c:1', 'held:1', 'held:2', 'held:3']);
  });

  it('goes on with other streams however many are held', async () => {
    const { push, calls, ended } = queueUnderTest();
    for (let index = 0; index < 10; index += 1) push(`held${index}`, '1');
    await turn();
    await calls[0]?.answer('busy');
    expect(calls.filter(({ waitsFor }) => waitsFor !== null)).toHaveLength(4);
    push('free', '1');
    await turn();
    expect(calls.at(-1)?.sent).toEqual(['free:1']);
    await calls.at(-1)?.answer('done');
    expect(ended).toEqual(['free:1']);
  });

  it('sends the appends of a refused call one by one, so that a bad one fails alone', async () => {
    const { push, calls, ended } = queueUnderTest();
    for (const [stream, name] of [
      ['a', '1'],
      ['b', 'bad'],
      ['a', '2'],
    ] as const)
      push(stream, name);
    await turn();
    await calls[0]?.fail(refused);
    for (let index = 1; index < calls.length; index += 1) {
      const call = calls[index];
      if (call?.sent[0] === 'b:bad') await call.fail(refused);
      else await call?.answer('done');
    }
    expect(calls.slice(1).map(({ sent }) => sent)).toEqual([['a:1'], ['a:2'], ['b:bad']]);
    expect(ended).toEqual(['a:1', 'a:2', 'b:bad!refused']);
  });

  it('sends the appends of a lost call again only under their idempotency keys', async () => {
    const { push, calls, ended } = queueUnderTest();
    push('a', '1', { key: 'k' });
    push('b', '1');
    await turn();
    await calls[0]?.fail(lost);
    await calls[1]?.answer('done');
    expect(calls).toHaveLength(2);
    expect(ended).toEqual(['a:1', 'b:1!lost']);
  });

  it('keeps the order behind an append that is busy when it is sent alone', async () => {
    const { push, calls } = queueUnderTest();
    push('a', '1');
    push('a', '2');
    await turn();
    await calls[0]?.fail(refused);
    expect(calls[1]?.sent).toEqual(['a:1']);
    await calls[1]?.answer('busy');
    expect(calls[2]).toMatchObject({ sent: ['a:1', 'a:2'], waitsFor: 'a' });
  });
});
