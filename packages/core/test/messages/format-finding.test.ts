import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Catalog, type Finding, formatFinding } from '@kanmon/core';
import { readCases } from '../support.ts';

function finding(overrides: Partial<Finding> = {}): Finding {
  return { rule: 'r', code: 'c', severity: 'must', path: '/a/0', params: {}, ...overrides };
}

/** The text of a message that is nothing but one parameter. */
function parameterText(a: string): string {
  return formatFinding(finding({ params: { a } }), { catalog: { en: { c: '{a}' } } });
}

const cases = readCases(
  'messages',
  z.object({
    note: z.string(),
    template: z.string(),
    path: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    text: z.string(),
  }),
);

describe('formatFinding', () => {
  it.each(cases)('fills a template: $note', ({ template, path, params, text }) => {
    expect(formatFinding(finding({ path, params }), { catalog: { en: { c: template } } })).toBe(
      text,
    );
  });

  it('refuses a locale that has no texts', () => {
    expect(() => formatFinding(finding(), { locale: 'ja-JP' as never })).toThrow(
      `expected options.locale to be 'en' or 'ja', got "ja-JP"`,
    );
  });

  it('looks in the given catalog, then in the built-in one, then in the other locale', () => {
    const required = finding({ code: 'required' });
    const catalog: Catalog = { ja: { c: 'ja only' }, en: { required: 'own text' } };
    expect(formatFinding(required)).toBe('a[0] is missing.');
    expect(formatFinding(required, { locale: 'ja' })).toBe('a[0] がありません。');
    expect(formatFinding(required, { catalog })).toBe('own text');
    expect(formatFinding(required, { catalog, locale: 'ja' })).toBe('a[0] がありません。');
    expect(formatFinding(finding(), { catalog })).toBe('ja only');
  });

  it('names code and place when there is no text', () => {
    expect(formatFinding(finding({ code: 'toString' }))).toBe('toString at /a/0');
    expect(formatFinding(finding({ path: '' }), { catalog: {} })).toBe('c at (root)');
  });

  it('hands the finding to a message function, and takes a throw as no text', () => {
    const given = finding({ params: { n: 2 } });
    const catalog: Catalog = { en: { c: ({ path, params }) => `${path} ${params['n']}` } };
    expect(formatFinding(given, { catalog })).toBe('/a/0 2');
    const throwing: Catalog = {
      en: {
        c: () => {
          throw new Error('broken');
        },
      },
    };
    expect(formatFinding(given, { catalog: throwing })).toBe('c at /a/0');
    expect(formatFinding(given, { catalog: { ...throwing, ja: { c: 'ja' } } })).toBe('ja');
  });

  it('cuts parameter text to 200 characters and never through a surrogate pair', () => {
    expect(parameterText('x'.repeat(200))).toBe('x'.repeat(200));
    expect(parameterText('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
    expect(parameterText(`${'x'.repeat(199)}😀y`)).toBe(`${'x'.repeat(199)}…`);
  });

  it('names types in Japanese', () => {
    const wrongType = finding({
      code: 'wrong-type',
      params: { expected: 'string', received: 'null' },
    });
    expect(formatFinding(wrongType, { locale: 'ja' })).toBe(
      'a[0] の型が違います（期待: 文字列、実際: null）。',
    );
    expect(formatFinding(wrongType)).toBe('a[0] must be of type string, not null.');
  });

  it.each<[object, string]>([
    [{}, '(no code) at (root)'],
    [{ code: null, path: 5 }, '(no code) at (root)'],
    [{ code: 'c', path: 5, params: {} }, 'c at (root)'],
    [{ code: 'wrong-type', path: '/a' }, 'a must be of type {expected}, not {received}.'],
    [
      { code: 'wrong-type', path: '/a', params: ['x'] },
      'a must be of type {expected}, not {received}.',
    ],
  ])('writes what a stored finding still has: %j', (given, text) => {
    expect(formatFinding(given as Finding)).toBe(text);
  });

  it('never throws, whatever a finding holds', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true }),
        fc.string(),
        fc.string(),
        (odd, code, path) => {
          const catalog = { en: { [code]: '{x} {path} {place}' }, ja: { 'wrong-type': '{x}' } };
          const broken = Object.assign(finding({ code, path }), { params: odd }) as Finding;
          expect(typeof formatFinding(broken, { catalog })).toBe('string');
          for (const member of ['code', 'path', 'rule', 'severity']) {
            expect(typeof formatFinding({ ...broken, [member]: odd })).toBe('string');
          }
          expect(typeof formatFinding({ ...broken, code: 'wrong-type' }, { locale: 'ja' })).toBe(
            'string',
          );
        },
      ),
    );
  });
});
