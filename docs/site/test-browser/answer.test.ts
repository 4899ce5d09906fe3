import { describe, expect, it } from 'vitest';
import { readAnswer } from '../.vitepress/theme/playground/answer.ts';

const read = (answer: string, schema: object) => {
  const report = readAnswer({ answer, schema: JSON.stringify(schema), language: 'en' });
  if (report.status !== 'read') throw new Error(report.message);
  return report;
};

describe('the JSON Schema of the Answer tab', () => {
  const one = (schema: object) => ({ type: 'object', properties: { a: schema } });
  it.each([
    [{ type: 'string' }, { a: 1 }, 'wrong-type', '/a'],
    [{ type: ['string', 'null'] }, { a: 1 }, 'schema-mismatch', '/a'],
    [{ enum: ['x', 'y'] }, { a: 'z' }, 'schema-mismatch', '/a'],
    [{ minLength: 3 }, { a: 'z' }, 'schema-mismatch', '/a'],
    [{ pattern: '^\\d+$' }, { a: 'z' }, 'schema-mismatch', '/a'],
    [{ type: 'array', minItems: 2 }, { a: [1] }, 'too-few', '/a'],
    [{ items: { type: 'integer' } }, { a: [1, 1.5] }, 'wrong-type', '/a/1'],
    [{ required: ['b/c'] }, { a: {} }, 'required', '/a/b~1c'],
    [{ required: ['件名'] }, { a: {} }, 'required', '/a/件名'],
    [{ additionalProperties: false }, { a: { b: 1 } }, 'schema-mismatch', '/a/b'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { a: 1 }, 'schema-mismatch', '/a'],
    [{ $ref: '#/$defs/b', $defs: {} }, { a: 'z' }, 'schema-mismatch', '/a'],
  ])('reports %j for %j once, with its place', (schema, value, code, path) => {
    const whole = { ...one(schema), $defs: { b: { minLength: 2 } } };
    const { passed, findings } = read(JSON.stringify(value), whole);
    expect(passed).toBe(false);
    expect(findings.map((finding) => [finding.code, finding.path])).toEqual([[code, path]]);
    expect(findings[0]?.text).not.toMatch(/undefined| null/);
  });

  it('passes a value that fits', () => {
    const { passed, value, correction } = read('Sure: {a: "xyz",}', one({ minLength: 3 }));
    expect(passed).toBe(true);
    expect(value).toBe('{\n  "a": "xyz"\n}');
    expect(correction).toBeNull();
  });

  it.each([
    '',
    '[]',
    '{"type": ',
    '{"$ref": "#/nowhere"}',
    '{"properties": {"a": {"pattern": "("}}}',
  ])('reports the invalid schema %j', (schema) => {
    const report = readAnswer({ answer: '{"a": "b"}', schema, language: 'ja' });
    const problems = report.status === 'read' ? report.findings.length : report.message.length;
    expect(problems).toBeGreaterThan(0);
  });
});

describe('the place of a repair', () => {
  it.each([
    ['Sure: {"a": 1}', 'prose-removed', 'Sure: '],
    ['```json\n{"a": 1}\n```', 'fence-removed', '```json'],
    ['<think>hm</think>{"a": 1}', 'reasoning-removed', '<think>hm</think>'],
    ["{'a': 'it\\'s'}", 'single-quotes', "'a'"],
    ['{“a”: 1}', 'curly-quotes', '“a”'],
    ['{「a」: 1}', 'kagi-quotes', '「a」'],
    ['{a: 1}', 'unquoted-key', 'a'],
    ['{"a": True}', 'language-literal', 'True'],
    ['{"a": 1, /* b */ "c": 2}', 'comment-removed', '/* b */'],
    ['{"a": 1, // b\n"c": 2}', 'comment-removed', '// b'],
    ['{"a": １２．５}', 'full-width-number', '１２．５'],
    ['{"a": +1}', 'number-form', '+1'],
    ['{"a": 1,}', 'trailing-comma', ','],
    ['{"a": 1 "b": 2}', 'missing-comma', ''],
    ['{"a": [1, 2', 'truncated', ''],
    ['{"a": x y}', 'unquoted-value', 'x y'],
  ])('in %j for %s is %j', (answer, kind, text) => {
    const { repairs } = read(answer, {});
    const repair = repairs.find((each) => each.kind === kind);
    expect(repair && answer.slice(repair.start, repair.end)).toBe(text);
  });
});
