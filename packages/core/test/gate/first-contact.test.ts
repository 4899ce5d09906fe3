import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, defineRule, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';

// The code that a newcomer writes. A change that makes it longer is a defect of the API.
const advice = defineGate({
  name: 'advice',
  schema: z.object({ target: z.string(), options: z.array(z.string()).min(2) }),
  rules: [
    defineRule({
      id: 'known-target',
      select: ['/target'],
      messages: { unknown: '{id} is not on the board' },
      check(id: string, { ids }: { ids: string[] }, report) {
        if (!ids.includes(id)) report('unknown', { params: { id } });
      },
    }),
  ],
});

async function ask(...answers: string[]): Promise<string> {
  const client = createScriptedClient(answers);
  const messages = [{ role: 'user', content: 'Advise on n1 or n2.' }] as const;
  const outcome = await runGate(advice, { client, messages, context: { ids: ['n1', 'n2'] } });
  if (outcome.status === 'passed') return `passed: ${outcome.value.options.join(' or ')}`;
  const { reason, best } = outcome;
  const lines = best?.findings.map((finding) => `${finding.path}: ${advice.format(finding)}`) ?? [];
  return [`rejected: ${reason}`, ...lines].join('\n');
}

it('a first gate passes what is right and refuses the rest with pointer and reason', async () => {
  expect(await ask('{"target":"n2","options":["wait","go"]}')).toBe('passed: wait or go');
  const wrong = '{"target":"n7","options":["wait"]}';
  expect(await ask(wrong, wrong, wrong)).toBe(
    [
      'rejected: no-progress',
      '/options: options needs at least 2 elements; it has 1.',
      '/target: n7 is not on the board',
    ].join('\n'),
  );
});
