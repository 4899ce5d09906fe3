import { InvalidArgumentError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { expect, test } from 'vitest';
import {
  applyIndividualFallback,
  buildRepairPrompt,
  createTermGate,
  decideRefinement,
  defineSynonyms,
  foldTerm,
  mergeRequiredTerms,
  normalizeText,
  renderCoverageMatrix,
  repairHints,
  toOrchestratorStructureValidation,
} from '../src/index.ts';
import { buildKuromojiTokenizer } from '../src/kuromoji.ts';
import {
  adjudicatorMessages,
  createLlmAdjudicator,
  createLlmTermExtractor,
  extractorMessages,
} from '../src/llm.ts';
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

const { result } = createTermGate().check('認証を3秒以内に終える', [{ acceptance: 'x' }]);

test.each<[string, (options: never) => unknown, readonly object[]]>([
  [
    'createLlmAdjudicator',
    (options) => createLlmAdjudicator({ client: createScriptedClient([]), ...(options as object) }),
    [
      { budget: { maxAttemps: 2 } },
      { budget: { maxAttempts: Number.NaN } },
      { budget: 5 },
      { locale: 'fr' },
      { cache: {} },
      { cache: { get: () => undefined } },
    ],
  ],
  [
    'createLlmTermExtractor',
    (options) =>
      createLlmTermExtractor({ client: createScriptedClient([]), ...(options as object) }),
    [
      { budget: { maxAttemps: 2 } },
      { locale: 'fr' },
      { clock: {} },
      { price: 5 },
      { extract: { maxTerms: -1 } },
      { extract: null },
    ],
  ],
  [
    'buildRepairPrompt',
    (options) => buildRepairPrompt(result, options),
    [
      { maxTerms: Number.NaN },
      { maxTerms: -1 },
      { maxTerms: 1.5 },
      { locale: 'fr' },
      { request: 5 },
    ],
  ],
  [
    'renderCoverageMatrix',
    (options) => renderCoverageMatrix(result, options),
    [{ format: 'html' }, { locale: 'fr' }],
  ],
  ['createTermGate', (options) => createTermGate(options), [{ fields: [] }, { fields: [5] }]],
])('%s refuses values of options that are not allowed', (_name, create, values) => {
  for (const options of values)
    expect(() => create(options as never), JSON.stringify(options)).toThrow(InvalidArgumentError);
});
