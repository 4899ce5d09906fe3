import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advisorGate,
  organizerGate,
  validateAdvisorReport,
  validateDiff,
  validateOrganizerReport,
} from '../src/index.ts';
import { samples } from '../src/testing.ts';

const validators = { organizer: validateOrganizerReport, advisor: validateAdvisorReport };

/** Things no JSON holds, and things that bite when they are looked at. */
function nasty(): readonly unknown[] {
  const cycle: Record<string, unknown> = { summary: 'x' };
  cycle['options'] = [cycle];
  const throwing = {
    get summary(): string {
      throw new Error('no');
    },
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  return [
    undefined,
    null,
    true,
    0,
    Number.NaN,
    -0,
    1n,
    Symbol('x'),
    '',
    'x'.repeat(1_000_000),
    () => 1,
    new Date(0),
    new Map([['summary', 'x']]),
    new Uint8Array(4),
    [],
    [null],
    {},
    cycle,
    throwing,
    revoked.proxy,
    new Proxy({}, { ownKeys: () => ['summary'], get: () => 'x' }),
    Object.create({ summary: 'inherited' }),
    JSON.parse('{"__proto__":{"summary":"x"},"constructor":1}'),
    { options: Array.from({ length: 3 }) },
    { summary: '\ud800' },
    { decomposition_proposals: Array.from({ length: 10_000 }, () => null) },
  ];
}

describe.each(['organizer', 'advisor'] as const)('%s', (role) => {
  const validate = validators[role];

  it('refuses values that are not reports, without a throw', () => {
    for (const value of nasty()) {
      const verdict = validate(value, ['n1']);
      expect(verdict.ok).toBe(false);
      expect(verdict.errors.length).toBeGreaterThan(0);
      expect(validate(value, ['n1'], { locale: 'ja' }).ok).toBe(false);
    }
  });

  it('never throws on any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (value) => {
        const verdict = validate(value, ['n1', 'n2']);
        expect(verdict.ok).toBe(verdict.errors.length === 0);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws and passes no wrong shape, with any value at any place', () => {
    const sample = samples.find((one) => one.role === role && one.id.endsWith('2'));
    const gate = role === 'organizer' ? organizerGate : advisorGate;
    const report = sample?.valid;
    const places = placesOf(report, []);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.anything(), (place, value) => {
        const changed = replaced(report, place, value);
        const { validNodeIds = [], ...options } = sample?.context ?? {};
        const verdict = validate(changed, validNodeIds, options);
        const gated = gate.validate(changed, { validNodeIds, ...options });
        expect(gated.findings).toEqual(verdict.findings);
        expect(!gated.ok || typeof gated.value.summary === 'string').toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  it('reports a list that is too long', () => {
    const list = role === 'organizer' ? 'relation_proposals' : 'options';
    const verdict = validate({ [list]: Array.from({ length: 501 }, () => ({})) }, ['n1']);
    expect(verdict.findings).toContainEqual({
      rule: `${role}/shape`,
      code: 'too-many',
      severity: 'must',
      path: `/${list}`,
      params: { maximum: 500, actual: 501 },
    });
  });
});

describe('validateDiff', () => {
  it('never throws on any value', () => {
    for (const value of nasty()) expect(validateDiff(value, { nodes: [] }).result).toBe('INVALID');
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(validateDiff(value, { nodes: [] }).result).toBe('INVALID');
      }),
      { numRuns: 200 },
    );
  });
});

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place): Place[] {
  if (Array.isArray(value)) return [at, ...value.flatMap((one, i) => placesOf(one, [...at, i]))];
  if (typeof value === 'object' && value !== null) {
    return [at, ...Object.entries(value).flatMap(([k, v]) => placesOf(v, [...at, k]))];
  }
  return [at];
}

function replaced(value: unknown, [token, ...rest]: Place, by: unknown): unknown {
  if (token === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((one, i): unknown => (i === token ? replaced(one, rest, by) : one));
  }
  const members = Object.entries(value as object);
  return Object.fromEntries(
    members.map(([k, v]) => [k, k === token ? replaced(v, rest, by) : (v as unknown)]),
  );
}
