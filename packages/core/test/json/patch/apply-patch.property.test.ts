import { triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@kanmon/core';
import {
  applyPatch,
  canonicalJson,
  formatPointer,
  getPointer,
  matchPointer,
  type PatchGuard,
} from '@kanmon/core/json';
import { jsonValues, parseJson } from '../../support.ts';

/** Small documents with few keys, so that random pointers hit. */
const document = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 0, 1, 'x', ''),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'l', '0', 'k~/'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const token = fc.constantFrom('a', 'b', 'l', 'k~/', '0', '1', '2', '-');
const pointer = fc.oneof(
  fc.array(token, { maxLength: 4 }).map(formatPointer),
  fc.array(token, { maxLength: 2 }).map((tokens) => formatPointer(['l', ...tokens])),
);
const operation = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value: document }),
  fc.record({ op: fc.constant('remove'), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy'), from: pointer, path: pointer }),
);

/**
 * Operations that apply, found by trying: random ones mostly do not, and a law that is only looked at
 * for refused patches proves nothing.
 */
function applicable(
  value: JsonValue,
  candidates: readonly unknown[],
  guard: PatchGuard,
): unknown[] {
  const kept: unknown[] = [];
  for (const candidate of candidates) {
    if (applyPatch(value, [...kept, candidate], guard).ok) kept.push(candidate);
  }
  return kept;
}

/** Every place that may not be written has the same value after the patch. */
function expectFrozen(
  before: JsonValue,
  after: JsonValue | undefined,
  path: readonly (string | number)[],
  patterns: readonly string[],
): void {
  if (patterns.some((pattern) => matchPointer(pattern, formatPointer(path)))) return;
  if (after === undefined) throw new Error(`${formatPointer(path)} is gone`);
  if (typeof before !== 'object' || before === null) {
    if (after !== before) throw new Error(`${formatPointer(path)} is another value`);
  } else if (Array.isArray(before)) {
    const elements: readonly JsonValue[] = before;
    if (!Array.isArray(after)) throw new Error(`${formatPointer(path)} is no list any more`);
    expectSubsequence(elements, after, path, patterns);
  } else {
    for (const [key, member] of Object.entries(before)) {
      const found = getPointer(after, formatPointer([key]));
      expectFrozen(member, found.found ? found.value : undefined, [...path, key], patterns);
    }
    for (const key of Object.keys(after ?? {})) {
      const place = formatPointer([...path, key]);
      const isNew = !Object.hasOwn(before, key);
      if (isNew && !patterns.some((pattern) => matchPointer(pattern, place))) {
        throw new Error(`${place} is new`);
      }
    }
  }
}

/** The elements that may not be written are all still there, in their order. */
function expectSubsequence(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: readonly (string | number)[],
  patterns: readonly string[],
): void {
  let next = 0;
  for (const [index, element] of before.entries()) {
    const place = [...path, index];
    if (patterns.some((pattern) => matchPointer(pattern, formatPointer(place)))) continue;
    while (next < after.length && !isFrozen(element, after[next], place, patterns)) next += 1;
    if (next >= after.length) throw new Error(`${formatPointer(place)} is gone`);
    next += 1;
  }
}

function isFrozen(...parameters: Parameters<typeof expectFrozen>): boolean {
  try {
    expectFrozen(...parameters);
    return true;
  } catch {
    return false;
  }
}

describe('applyPatch, by property', () => {
  it('gives an inverse that leads back to the input, and never touches the input', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 12 }), (value, candidates) => {
        const before = canonicalJson(value);
        const patch = applicable(value, candidates, {});
        const result = applyPatch(value, patch);
        if (!result.ok) throw new Error('an applicable patch was refused');
        expect(canonicalJson(value)).toBe(before);
        const after = canonicalJson(result.value);
        const undone = applyPatch(result.value, result.inverse);
        if (!undone.ok) throw new Error(`not undone: ${JSON.stringify(undone.problem)}`);
        expect(canonicalJson(undone.value)).toBe(before);
        expect(canonicalJson(result.value)).toBe(after);
        const stored = applyPatch(result.value, parseJson(JSON.stringify(result.inverse)));
        expect(stored.ok && canonicalJson(stored.value)).toBe(before);
      }),
      { numRuns: triesOf(3000) },
    );
  });

  it('undoes whatever it does to any document, dangerous keys and depths included', () => {
    fc.assert(
      fc.property(jsonValues(), jsonValues(), fc.nat(), (value, other, pick) => {
        const input = { a: value, b: [other, value] };
        const patch = [
          { op: 'remove', path: '/b/0' },
          { op: 'move', from: '/a', path: `/b/${pick % 2}` },
          { op: 'replace', path: '/b', value: 1 },
        ];
        const result = applyPatch(input, patch);
        if (!result.ok) throw new Error('refused');
        const undone = applyPatch(result.value, result.inverse);
        expect(undone.ok && canonicalJson(undone.value)).toBe(canonicalJson(input));
      }),
    );
  });

  it('changes nothing outside the allow-list, also when elements shift', () => {
    const first = fc.constantFrom('l', 'a');
    const deeper = fc.array(fc.oneof(token, fc.constant('*')), { maxLength: 2 });
    const pattern = fc
      .tuple(first, deeper, fc.constantFrom<string[]>([], ['**']))
      .map(([root, below, deep]) => formatPointer([root, ...below, ...deep]));
    const lists = fc.record({ l: fc.array(document, { minLength: 2, maxLength: 5 }), a: document });
    /** Operations on what a pattern names: random ones would hardly ever be allowed. */
    const fitting = (patterns: readonly string[]): fc.Arbitrary<unknown> => {
      const place = fc
        .tuple(fc.constantFrom(...patterns), token, token, fc.boolean())
        .map(([chosen, star, below, isDeep]) =>
          chosen
            .replaceAll('*', '\u0000')
            .replace('/\u0000\u0000', isDeep ? `/${below}` : '')
            .replaceAll('\u0000', star),
        );
      return fc.oneof(
        fc.record({ op: fc.constant('remove'), path: place }),
        fc.record({ op: fc.constantFrom('add', 'replace'), path: place, value: document }),
        fc.record({ op: fc.constant('move'), from: place, path: place }),
      );
    };
    let applied = 0;
    fc.assert(
      fc.property(
        lists,
        fc
          .array(pattern, { minLength: 1, maxLength: 4 })
          .chain((patterns) =>
            fc.tuple(fc.constant(patterns), fc.array(fitting(patterns), { maxLength: 8 })),
          ),
        (value, [allowedPaths, candidates]) => {
          const guard = { allowedPaths };
          const patch = applicable(value, candidates, guard);
          const result = applyPatch(value, patch, guard);
          if (!result.ok) throw new Error('an applicable patch was refused');
          if (result.inverse.length > 0) applied += 1;
          expectFrozen(value, result.value, [], allowedPaths);
        },
      ),
      { numRuns: triesOf(2000) },
    );
    // The law must have been looked at on patches that changed something.
    expect(applied).toBeGreaterThan(triesOf(500));
  });

  it('never throws, whatever the patch is', () => {
    const hostile = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
    });
    const throwing = new Proxy([], {
      get() {
        throw new Error('no');
      },
    });
    const revocable = Proxy.revocable([], {});
    revocable.revoke();
    const cyclic: unknown[] = [];
    cyclic.push({ op: 'add', path: '/a', value: cyclic });
    const endless = new Proxy([], { get: (_target, key) => (key === 'length' ? 5 : {}) });
    const getter = Object.defineProperty({ op: 'add', path: '/a' }, 'value', {
      get() {
        throw new Error('no');
      },
    });
    for (const patch of [throwing, revocable.proxy, cyclic, endless, [getter], [[]]]) {
      expect(applyPatch({ a: 1 }, patch).ok).toBe(false);
    }
    fc.assert(
      fc.property(
        document,
        fc.oneof(hostile, fc.array(fc.oneof(hostile, operation))),
        (value, patch) => {
          expect(typeof applyPatch(value, patch).ok).toBe('boolean');
        },
      ),
    );
  });
});
