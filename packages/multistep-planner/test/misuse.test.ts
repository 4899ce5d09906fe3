import { InvalidArgumentError } from '@kanmon/core';
import { expect, test } from 'vitest';
import { openApiDocument } from '../src/http.ts';
import { createDialogAgent, planMultiStepQuery, replayDialog } from '../src/index.ts';

test.each([undefined, null, 5])('the tenant of a turn is no %j', async (tenant) => {
  const agent = createDialogAgent({ search: { search: async () => [] } });
  const context = { tenant: tenant as never };
  const turn = agent.turn({ message: 'How much is shipping?' }, context);
  await expect(turn).rejects.toThrow(InvalidArgumentError);
  await expect(turn).rejects.toThrow('context.tenant');
  const types: string[] = [];
  for await (const { type } of agent.stream({ message: 'How much?' }, context)) types.push(type);
  expect(types).toEqual(['turn-failed']);
});

test('a flag is no text', async () => {
  const planned = planMultiStepQuery({ message: 'shipping' }, { useLlmPlanner: 'no' as never });
  await expect(planned).rejects.toThrow('expected options.useLlmPlanner to be true or false');
});

test.each<[string, (value: never) => unknown]>([
  ['replayDialog', (value) => replayDialog(value)],
  [
    'openApiDocument',
    (value) =>
      openApiDocument(JSON.stringify(value) === '{}' ? ({ search: true } as never) : value),
  ],
])('%s refuses an argument of the wrong kind', async (_name, misuse) => {
  for (const value of [undefined, null, 5, {}]) {
    const call = async () => misuse(value as never);
    await expect(call(), JSON.stringify(value)).rejects.toThrow(InvalidArgumentError);
  }
});
