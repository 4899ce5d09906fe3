import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, defineRule, planCorrection } from '@kanmon/core/gate';

// Walks of millions of nodes: apart from the other tests, which are run thousands of times by mutation.
describe('a value that stands for more nodes than fit in memory is refused', () => {
  const gate = defineGate({ name: 'g', schema: z.unknown() });
  let shared: unknown = ['x'];
  for (let level = 0; level < 60; level += 1) shared = [shared, shared];
  const row = Array.from({ length: 50_000 }, () => ({}));
  const wide = Array.from({ length: 60 }, () => row);

  it.each<[string, unknown]>([
    ['by parts that it shares', shared],
    ['by its width', wide],
  ])('%s', (_name, value) => {
    expect(gate.validate(value).findings).toMatchObject([
      {
        rule: 'schema',
        code: 'schema-mismatch',
        severity: 'must',
        params: { message: 'more than 2500000 nodes' },
      },
    ]);
  });
});

describe('a key that the model chose, repeated by every finding', () => {
  const gate = defineGate({
    name: 'map',
    schema: z.record(z.string(), z.array(z.string())),
    rules: [
      defineRule({
        id: 'each',
        select: ['/*/*'],
        severity: 'should',
        messages: { odd: 'odd' },
        check: (_node: unknown, _context: unknown, report) => report('odd'),
      }),
    ],
  });
  /** Half of the text is one key, half are elements that are each a mistake. */
  const hostile = (size: number) => ({
    [`k${'x'.repeat(size / 2)}`]: Array.from({ length: size / 4 }, () => 1),
  });

  it('makes findings of a bounded length', () => {
    for (const size of [4000, 64_000, 256_000]) {
      const { findings } = gate.validate(hostile(size));
      for (const wanted of ['schema', 'each']) {
        const units = findings.flatMap(({ rule, path }) => (rule === wanted ? path.length : []));
        expect(units.length).toBeGreaterThan(1);
        expect(units.reduce((sum, length) => sum + length, 0)).toBeLessThan(1_000_000 + size);
      }
    }
  });

  it('does not make a prompt longer than the answer', () => {
    const value = hostile(64_000);
    const { findings } = gate.validate(value);
    const { prompt } = planCorrection({ gate, raw: '', value, complete: true, findings });
    expect(prompt.length).toBeLessThan(1.6 * JSON.stringify(value).length);
  });

  it('keeps a Must that comes after very many warnings', () => {
    const late = defineGate({
      name: 'late',
      schema: z.record(z.string(), z.array(z.number())),
      rules: [
        defineRule({
          id: 'r',
          select: ['/*/*'],
          severity: 'should',
          codes: ['c'],
          check(node: number, _context: unknown, report) {
            report('c');
            if (node === 4000) throw new Error('broken');
          },
        }),
      ],
    });
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    const verdict = late.validate({ ['k'.repeat(1000)]: numbers });
    expect(verdict.ok).toBe(false);
    expect(verdict.findings.at(-1)).toMatchObject({ code: 'rule-threw', params: { rule: 'r' } });
    expect(verdict.findings.length).toBeLessThan(1100);
  });
});
