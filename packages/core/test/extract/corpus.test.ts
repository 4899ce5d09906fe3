import { describe, expect, it } from 'vitest';
import { extractJson } from '../../src/json.ts';
import { type CorpusCase, readCorpus } from './cases.ts';

const files = [
  'candidates',
  'code',
  'damage',
  'decoration',
  'echoes',
  'envelopes',
  'escapes',
  'japanese',
  'prose',
  'quotes',
  'reasoning',
  'refusals',
  'structure',
  'surroundings',
  'truncation',
  'unreadable',
];

function check({ raw, options, value, complete = true, reason }: CorpusCase): void {
  const result = extractJson(raw, options);
  const outcome =
    result.status === 'none' ? result.reason : [result.value, result.complete ? 'complete' : 'cut'];
  expect(outcome).toEqual(reason ?? [value, complete ? 'complete' : 'cut']);
}

describe.each(files)('extractJson on broken model output: %s', (file) => {
  const cases = readCorpus(file);

  it.each(cases.filter((one) => !one.open))('$name', check);
  it.fails.each(cases.filter((one) => one.open))('$name (open)', check);
});
