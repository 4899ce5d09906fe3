import { triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, defineRule, isGated } from '@kanmon/core/gate';
import { canonicalJson } from '@kanmon/core/json';
import { jsonValues, parseJson } from '../support.ts';

const everywhere = defineRule({
  id: 'everywhere',
  severity: 'should',
  select: ['/**'],
  codes: ['seen'],
  check: (_node, _context, report) => report('seen'),
});
const open = defineGate({ name: 'open', schema: z.unknown(), rules: [everywhere] });
const strict = defineGate({
  name: 'strict',
  schema: z.strictObject({ a: z.array(z.string()).min(1), b: z.record(z.string(), z.number()) }),
  rules: [everywhere],
});

it('no JavaScript value makes validate throw', () => {
  const anything = fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    withUnicodeString: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      for (const gate of [open, strict]) {
        const verdict = gate.validate(value);
        expect(verdict.ok).toBe(verdict.errors.length === 0);
        expect(verdict.ok).toBe(verdict.findings.every(({ severity }) => severity === 'should'));
      }
    }),
    { numRuns: triesOf(1000) },
  );
});

it('what passes is what was given, byte for byte, frozen and with a canonical form', () => {
  fc.assert(
    fc.property(jsonValues(), (value) => {
      const verdict = open.validate(value);
      const passed = verdict.ok ? verdict.value : undefined;
      expect(canonicalJson(parseJson(JSON.stringify(passed)))).toBe(canonicalJson(value));
      const isObject = typeof value === 'object' && value !== null;
      expect([isGated(passed), Object.isFrozen(passed)]).toEqual([isObject, true]);
    }),
    { numRuns: triesOf(500) },
  );
});
