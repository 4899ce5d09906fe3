import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RouteContext } from '../src/schemas.ts';
import { createRouter, defaultRouteRules, type RouteRule } from '../src/parts.ts';

const order = ['20b', '120b'] as const;
type Model = (typeof order)[number];
const models = fc.constantFrom(...order);

test.each<[RouteContext, Model, boolean]>([
  [{ contextTokens: 1200, recall: 0.7, complexity: 'medium', safetyTag: 'none' }, '20b', false],
  [{ contextTokens: 2001 }, '120b', false],
  [{ contextTokens: 10, recall: 0.59 }, '120b', false],
  [{ contextTokens: 10, complexity: 'high' }, '120b', false],
  [{ contextTokens: 3000, depth: 2, recall: 0.8 }, '20b', false],
  [{ contextTokens: 10, depth: 1, recall: 0.9, safetyTag: 'legal' }, '120b', true],
  [{ contextTokens: 10, requiresSafeMode: true }, '120b', true],
])('%j goes to %s', (context, model, locked) => {
  expect(createRouter(defaultRouteRules, { default: '20b', order })(context)).toMatchObject({
    model,
    locked,
  });
});

test('over its cap a model gives way, except for safety', () => {
  const route = createRouter(defaultRouteRules, {
    default: '20b',
    order,
    caps: { '120b': 1 },
    force: '20b',
  });
  expect(route({ contextTokens: 3000 }, { '120b': 1 }).model).toBe('20b');
  const safe = route({ contextTokens: 10, safetyTag: 'policy' }, { '120b': 1 });
  expect(safe.model).toBe('120b');
  expect(safe.reasons).toContainEqual({
    code: 'cap-exceeded-for-safety',
    params: { model: '120b' },
  });
});

test('safety is never downgraded, whatever rules, caps and force are set', () => {
  const rule: fc.Arbitrary<RouteRule<Model>> = fc.record({
    name: fc.string(),
    when: fc.array(
      fc.record({
        field: fc.constant('contextTokens' as const),
        op: fc.constantFrom('>' as const, '<' as const),
        value: fc.integer(),
      }),
      { maxLength: 2 },
    ),
    use: models,
    effect: fc.constantFrom('raise' as const, 'lower' as const),
  });
  fc.assert(
    fc.property(
      fc.array(rule),
      fc.constantFrom('legal', 'security', 'policy'),
      fc.nat(3),
      models,
      fc.nat(5000),
      (rules, safetyTag, cap, force, contextTokens) => {
        const route = createRouter([...rules, ...defaultRouteRules], {
          default: '20b',
          order,
          caps: { '120b': cap },
          force,
        });
        expect(route({ contextTokens, safetyTag }, { '120b': 99 })).toMatchObject({
          model: '120b',
          locked: true,
        });
      },
    ),
  );
});
