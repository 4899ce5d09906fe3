import { InvalidArgumentError } from '@kanmon/core';
import { expect, test } from 'vitest';
import {
  buildAdvisorPrompt,
  buildCorrectionPrompt,
  buildOrganizerPrompt,
  findForbidden,
} from '../src/index.ts';

test('a flag is no text', () => {
  const input = { dashboard: { trays: { inbox: [{ id: 'n1', title: 'Book' }] } } };
  const wrong = { includeSchema: 'no' as never };
  expect(() => buildOrganizerPrompt(input, wrong)).toThrow(InvalidArgumentError);
  expect(() => buildAdvisorPrompt({ ...input, focusNodeId: 'n1' }, wrong)).toThrow('includeSchema');
});

test.each<[string, (value: never) => unknown]>([
  ['buildCorrectionPrompt', (value) => buildCorrectionPrompt(value)],
  ['buildCorrectionPrompt of an error', (value) => buildCorrectionPrompt([value])],
  ['buildCorrectionPrompt of ids', (value) => buildCorrectionPrompt([], value ?? ('a' as never))],
  ['findForbidden', (value) => findForbidden(value, [])],
  ['findForbidden of rules', (value) => findForbidden('a', value)],
])('%s refuses an argument of the wrong kind', (_name, misuse) => {
  for (const value of [undefined, null, 5, {}])
    expect(() => misuse(value as never), JSON.stringify(value)).toThrow(InvalidArgumentError);
});
