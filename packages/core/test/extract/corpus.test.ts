import { describe, expect, it } from 'vitest';
import { extractJson } from '../../src/json.ts';
import { type CorpusCase, readCases } from './cases.ts';

const files = [
  'envelopes',
  'escapes',
  'japanese',
  'quotes',
  'reasoning',
  'refusals',
  'structure',
  'surroundings',
  'truncation',
];

describe.each(files)('extractJson on broken model output: %s', (file) => {
  const cases = readCases<CorpusCase>(file);

  function check({ raw, options, value, complete = true, reason }: CorpusCase): void {
    const result = extractJson(raw, options);
    if (reason !== undefined) {
      expect(result).toEqual({ status: 'none', reason });
    } else {
      expect(result).toMatchObject({ status: 'ok', complete });
      expect(result.status === 'ok' && result.value).toEqual(value);
    }
  }

  it.each(cases.filter((one) => !one.open))('$name', check);
  const open = cases.filter((one) => one.open);
  if (open.length > 0) it.fails.each(open)('$name (open)', check);
});
