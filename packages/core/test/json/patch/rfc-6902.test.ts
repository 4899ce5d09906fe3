import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyPatch, canonicalJson } from '@kanmon/core/json';
import { parseJson } from '../../support.ts';

const caseSchema = z.object({
  comment: z.string().optional(),
  doc: z.json(),
  patch: z.json(),
  expected: z.json().optional(),
  error: z.string().optional(),
  disabled: z.boolean().optional(),
});

/**
 * The enabled cases of the public suite (json-patch/json-patch-tests). The npm release is from 2016
 * and has 91; `KANMON_JSON_PATCH_SUITE=<a checkout of the repository>` runs all 108 of today.
 */
const checkout = process.env['KANMON_JSON_PATCH_SUITE'];
const require = createRequire(import.meta.url);

const files = {
  'tests.json': require.resolve('json-patch-test-suite/tests.json'),
  'spec_tests.json': require.resolve('json-patch-test-suite/spec_tests.json'),
};

const cases = Object.entries(files).flatMap(([file, installed]) => {
  const path = checkout === undefined ? installed : join(checkout, file);
  return z
    .array(caseSchema)
    .parse(parseJson(readFileSync(path, 'utf8')))
    .filter((entry) => entry.disabled !== true)
    .map(({ doc, patch, expected, error, comment = '' }, index) => {
      return { name: `${file} ${index}: ${comment}`, doc, patch, expected, error };
    });
});

describe('the public suite of RFC 6902', () => {
  it('is complete', () => {
    expect(cases).toHaveLength(checkout === undefined ? 91 : 108);
  });

  it.each(cases.filter(({ error }) => error !== undefined))('refuses $name', ({ doc, patch }) => {
    const before = canonicalJson(doc);
    expect(applyPatch(doc, patch).ok).toBe(false);
    expect(canonicalJson(doc)).toBe(before);
  });

  it.each(cases.filter(({ error }) => error === undefined))(
    'applies and undoes $name',
    ({ doc, patch, expected }) => {
      const before = canonicalJson(doc);
      const result = applyPatch(doc, patch);
      if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problem)}`);
      expect(canonicalJson(result.value)).toBe(canonicalJson(expected ?? doc));
      expect(canonicalJson(doc)).toBe(before);
      const undone = applyPatch(result.value, result.inverse);
      if (!undone.ok) throw new Error(`not undone: ${JSON.stringify(undone.problem)}`);
      expect(canonicalJson(undone.value)).toBe(before);
    },
  );
});
