import { InvalidArgumentError } from '@kanmon/core';
import { expect, test } from 'vitest';
import {
  applyIndividualFallback,
  createTermGate,
  decideRefinement,
  defineSynonyms,
  foldTerm,
  mergeRequiredTerms,
  normalizeText,
  repairHints,
  toOrchestratorStructureValidation,
} from '../src/index.ts';
import { buildKuromojiTokenizer } from '../src/kuromoji.ts';
import { adjudicatorMessages, extractorMessages } from '../src/llm.ts';
import { createSudachiSynonyms } from '../src/sudachi-synonyms.ts';

test.each([
  'enableTermPreservationCheck',
  'treatTermLossAsStructureBreak',
  'refineSuggestionsOnSuccess',
  'enableIndividualFallback',
  'scoreOverridesJudge',
])('the setting %s is no text', (name) => {
  const call = () => decideRefinement({ isAcceptable: true, attemptCount: 0 }, { [name]: 'false' });
  expect(call).toThrow(InvalidArgumentError);
  expect(call).toThrow(`${name} to be true or false`);
});

test('an option that is true or false is no text', () => {
  expect(() => createTermGate({ forbidSynonyms: 'no' as never })).toThrow(
    'forbidSynonyms to be true or false',
  );
  expect(() => createSudachiSynonyms('', { allowAmbiguous: 'no' as never })).toThrow(
    'allowAmbiguous to be true or false',
  );
});

test.each<[string, (value: never) => unknown]>([
  ['applyIndividualFallback', (value) => applyIndividualFallback(value, [])],
  ['applyIndividualFallback of new tasks', (value) => applyIndividualFallback([], value)],
  ['defineSynonyms', (value) => defineSynonyms(value)],
  ['defineSynonyms of a group', (value) => defineSynonyms([value])],
  ['foldTerm', (value) => foldTerm(value)],
  ['normalizeText', (value) => normalizeText(value)],
  ['mergeRequiredTerms', (value) => mergeRequiredTerms(value)],
  ['repairHints', (value) => repairHints(value)],
  ['toOrchestratorStructureValidation', (value) => toOrchestratorStructureValidation(value)],
  ['buildKuromojiTokenizer', (value) => buildKuromojiTokenizer(value)],
  ['extractorMessages', (value) => extractorMessages(value, 'en')],
  ['extractorMessages of a locale', (value) => extractorMessages('x', value)],
  ['adjudicatorMessages of a locale', (value) => adjudicatorMessages({}, value)],
])('%s refuses an argument of the wrong kind', async (_name, misuse) => {
  for (const value of [undefined, null, 5, {}]) {
    const call = async () => misuse(value as never);
    await expect(call(), JSON.stringify(value)).rejects.toThrow(InvalidArgumentError);
  }
});
