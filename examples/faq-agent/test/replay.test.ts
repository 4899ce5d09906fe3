import { createFileEventStore } from '@kanmon/event-store/file';
import { createDialogAgent } from '@kanmon/multistep-planner';
import { createFaqSearch } from '@kanmon/example-shared';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod';
import { replay } from '../src/replay.ts';
import { freshData } from './processes.ts';

const stream = 'dialog/default/aki';
const completed = z.looseObject({ response: z.looseObject({ answer: z.string() }) });
let told = '';
const output = { write: (text: string) => (told += text) };

afterEach(() => {
  told = '';
});

async function oneTurn(): Promise<string> {
  const data = freshData();
  const store = await createFileEventStore(data);
  const agent = createDialogAgent({ search: createFaqSearch(), store });
  await agent.turn({ sessionId: 'aki', message: '北海道への送料はいくらですか？' });
  await store.close();
  return data;
}

it('reports the first difference of a journal with another answer in it', async () => {
  const data = freshData();
  const source = await createFileEventStore(await oneTurn(), { readOnly: true });
  const forged = await createFileEventStore(data);
  const events = await Array.fromAsync(source.read(stream), ({ type, data: body }) => {
    if (type !== 'turn-completed') return { type, data: body };
    const { response, ...rest } = completed.parse(body);
    const answer = response.answer.replace('900円', '100円');
    return { type, data: z.json().parse({ ...rest, response: { ...response, answer } }) };
  });
  await forged.append(stream, events, { expectedVersion: 0 });
  await forged.close();
  await source.close();

  expect(await replay({ name: 'replay', json: false, data }, output)).toBe(1);
  expect(told).toMatch(/^aki: 1 turns, 5 events, chain whole, DIFFERENT \(turn 1 at "\/answer"\)/);
});

it('gives the same hash for the answers as recorded and as made again', async () => {
  const data = await oneTurn();
  expect(await replay({ name: 'replay', json: true, data }, output)).toBe(0);
  const line = z.object({ recorded: z.string(), replayed: z.string(), equal: z.literal(true) });
  const { recorded, replayed } = line.parse(JSON.parse(told));
  expect(recorded).toBe(replayed);
});

it('knows no dialog that is not there', async () => {
  const data = await oneTurn();
  const command = { name: 'replay', json: false, data, session: 'ken' } as const;
  await expect(replay(command, output)).rejects.toThrow(/^there is no dialog ken in /);
});
