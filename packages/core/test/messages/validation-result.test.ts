import { describe, expect, it } from 'vitest';
import { type Finding, type Severity, toValidationResult } from '@kanmon/core';

function finding(code: string, severity: Severity, path = ''): Finding {
  return { rule: 'r', code, severity, path, params: {} };
}

const catalog = { en: { a: 'A', b: 'B {path}', c: 'A' }, ja: { a: 'あ' } };

describe('toValidationResult', () => {
  it('is ok without findings and with Shoulds only', () => {
    expect(toValidationResult([])).toEqual({ ok: true, errors: [], warnings: [], findings: [] });
    const should = toValidationResult([finding('a', 'should')], { catalog });
    expect(should).toMatchObject({ ok: true, errors: [], warnings: ['A'] });
  });

  it('lists texts by severity in the order of the findings, equal texts once', () => {
    const findings = [
      finding('b', 'must', '/2'),
      finding('a', 'should'),
      finding('b', 'must', '/1'),
      finding('b', 'must', '/2'),
      finding('c', 'should'),
      finding('a', 'must'),
    ];
    const result = toValidationResult(findings, { catalog });
    expect(result).toEqual({
      ok: false,
      errors: ['B /2', 'B /1', 'A'],
      warnings: ['A'],
      findings,
    });
    expect(result.findings).not.toBe(findings);
  });

  it('writes them in the language of the reader', () => {
    const result = toValidationResult([finding('a', 'must')], { catalog, locale: 'ja' });
    expect(result.errors).toEqual(['あ']);
  });

  it('is frozen with its lists', () => {
    const result = toValidationResult([finding('a', 'must')]);
    const parts = [result, result.errors, result.warnings, result.findings];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  });
});
