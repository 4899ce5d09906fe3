import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type * as entry from '@kanmon/core/gate';
import { assertGated, defineGate, isGated } from '@kanmon/core/gate';
import { InvalidArgumentError, NotGatedError } from '@kanmon/core';
import { secondCopy } from '../second-copy.ts';

const schema = z.object({ title: z.string(), parts: z.array(z.object({ text: z.string() })) });
const gate = defineGate({ name: 'report', schema });
const other = defineGate({ name: 'other', schema });

function passed() {
  const verdict = gate.validate({ title: 't', parts: [{ text: 'x' }] });
  if (!verdict.ok) throw new Error('expected a value that passes');
  return verdict.value;
}

describe('a gated value', () => {
  it('is the very object a gate handed out', () => {
    const value = passed();
    expect(isGated(value)).toBe(true);
    expect(isGated(value, gate)).toBe(true);
    expect(isGated(value, { name: 'report' })).toBe(true);
    expect(isGated(value, other)).toBe(false);
    expect(() => assertGated(value, gate)).not.toThrow();
  });

  it('is frozen to the ground, and no part of the input', () => {
    const input = { title: 't', parts: [{ text: 'x' }] };
    const verdict = gate.validate(input);
    const value = verdict.ok ? verdict.value : undefined;
    expect(
      Object.isFrozen(value) && Object.isFrozen(value?.parts) && Object.isFrozen(value?.parts[0]),
    ).toBe(true);
    expect(Object.isFrozen(input.parts)).toBe(false);
    input.parts.forEach((part) => Object.assign(part, { text: 'changed' }));
    expect(value?.parts[0]?.text).toBe('x');
  });

  it('does not freeze what a schema shares between its outputs', () => {
    const shared = { tags: ['a'] };
    const sharing = defineGate({
      name: 'sharing',
      schema: z.object({ o: z.any().transform(() => shared) }),
    });
    expect(sharing.validate({ o: 1 }).ok).toBe(true);
    expect(Object.isFrozen(shared)).toBe(false);
  });

  it.each([
    ['a spread', () => ({ ...passed() })],
    ['a clone', () => structuredClone(passed())],
    ['a round trip through JSON', () => JSON.parse(JSON.stringify(passed())) as unknown],
    ['a part', () => passed().parts[0]],
    ['a proxy', () => new Proxy(passed(), {})],
    ['an heir', () => Object.create(passed()) as unknown],
    [
      'a forged brand',
      () => ({ ...passed(), [Symbol.for('kanmon.gated')]: true, gatedBrand: true }),
    ],
    ['a text', () => 'gated'],
    ['null', () => null],
    ['undefined', () => undefined],
  ])('is not %s', (_name, forge) => {
    expect(isGated(forge())).toBe(false);
    expect(() => assertGated(forge())).toThrow(NotGatedError);
  });

  it('that another gate passed differs from one that no gate passed', () => {
    expect(() => assertGated(passed(), other)).toThrow(
      'expected a value that the gate "other" passed, got one that another gate passed',
    );
    expect(() => assertGated({}, gate)).toThrow('got one that no gate passed');
  });

  it.each([null, 'report', 5, []])('is not compared with %j, which is not a gate', (wrong) => {
    for (const value of [passed(), {}]) {
      expect(() => isGated(value, wrong as never)).toThrow(InvalidArgumentError);
      expect(() => assertGated(value, wrong as never)).toThrow(InvalidArgumentError);
    }
  });

  it('is known to a second copy of the package', async () => {
    // The module has the same exports.
    const copy = (await secondCopy('@kanmon/core/gate')) as typeof entry;
    expect(copy.isGated).not.toBe(isGated);
    expect(copy.isGated(passed(), gate)).toBe(true);
    expect(copy.isGated({ ...passed() })).toBe(false);
    const verdict = copy.defineGate({ name: 'report', schema }).validate({ title: '', parts: [] });
    expect(isGated(verdict.ok && verdict.value, { name: 'report' })).toBe(true);
  });

  it('is not passed by another gate of the same name', () => {
    const lenient = defineGate({ name: 'report', schema }).validate({ title: '', parts: [] });
    const value = lenient.ok && lenient.value;
    expect(isGated(value)).toBe(true);
    expect(isGated(value, gate)).toBe(false);
    expect(() => assertGated(value, gate)).toThrow(NotGatedError);
  });

  it('is passed by a variant of the gate', () => {
    const variant = defineGate({ name: 'report', schema, variantOf: gate });
    const verdict = variant.validate({ title: '', parts: [] });
    expect(isGated(verdict.ok && verdict.value, gate)).toBe(true);
    expect(isGated(passed(), variant)).toBe(true);
  });

  it('may be a text or a number, which have no identity to mark', () => {
    const verdict = defineGate({ name: 'text', schema: z.string() }).validate('x');
    expect(verdict).toMatchObject({ ok: true, value: 'x' });
  });
});
