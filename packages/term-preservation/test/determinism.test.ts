import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printedOnEveryNode } from '../../../config/every-node.ts';
import { readTable } from './support/read-cases.ts';
import type { RequestCase } from './quality/measure.ts';

const cases = readTable<RequestCase>('requests.development');
/** Prints a digest of every result of every case. */
const script = `
  import { createHash } from 'node:crypto';
  const cases = ${JSON.stringify(cases)};
  const { extractRequiredTerms, validateTermPreservation, buildRepairPrompt } = await import('./src/index.ts');
  const hash = createHash('sha256');
  for (const each of cases) {
    const terms = extractRequiredTerms(each.request);
    for (const bad of [null, ...each.bad]) {
      const plan = bad === null ? each.plan : each.plan.with(bad.task, bad.text);
      const result = validateTermPreservation(terms, plan.map((acceptance, index) => ({ id: 't' + index, acceptance })));
      hash.update(JSON.stringify([terms, result]) + buildRepairPrompt(result, { locale: 'ja' }));
    }
  }
  console.log(hash.digest('hex'));
`;

describe('the same bytes', () => {
  it('come out on Node 22 and 24, with and without Intl', async () => {
    const digests = await printedOnEveryNode(join(import.meta.dirname, '..'), script);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(digests).size).toBe(1);
  }, 60_000);
});
