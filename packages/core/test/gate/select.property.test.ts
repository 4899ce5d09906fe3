import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, defineRule } from '@kanmon/core/gate';
import { formatPointer, matchPointer } from '@kanmon/core/json';

/** Every pointer of a value, in document order. */
function pointersOf(value: unknown, tokens: readonly string[] = []): readonly string[] {
  const below =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, member]) => pointersOf(member, [...tokens, key]))
      : [];
  return [formatPointer(tokens), ...below];
}

const token = fc.constantFrom('a', 'b', '0', '1', '*', 'x/y', '~', '');
const pattern = fc
  .tuple(fc.array(token, { maxLength: 3 }), fc.constantFrom('', '/**'))
  .map(([tokens, end]) => formatPointer(tokens) + end);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'v' },
    fc.constantFrom(1, 'x', null),
    fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'v' }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', '1', 'x/y', '~', ''), tie('value'), {
      maxKeys: 3,
      depthIdentifier: 'v',
      noNullPrototype: true,
    }),
  ),
}));

it('a rule sees the nodes whose pointers fit one of its patterns, in document order, once', () => {
  fc.assert(
    fc.property(value, fc.array(pattern, { minLength: 1, maxLength: 4 }), (root, select) => {
      const seen: string[] = [];
      const rule = defineRule({
        id: 'r',
        codes: ['c'],
        select,
        check: (_node, _context, _report, at) => void seen.push(at.path),
      });
      defineGate({ name: 'g', schema: z.unknown(), rules: [rule] }).validate(root);
      const expected = pointersOf(root).filter((pointer) =>
        select.some((each) => matchPointer(each, pointer)),
      );
      expect(seen).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
