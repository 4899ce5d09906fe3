import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyPatch, getPointer, type JsonPatchOperation, type JsonValue } from '@kanmon/core/json';
import {
  advisorGate,
  organizerGate,
  proposalCatalog,
  type ReportOptions,
  ruleSet,
  seedCatalog,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../src/index.ts';
import { type Sample, samples } from '../src/testing.ts';
import { readCases } from './support.ts';

const ruleCase = z.object({
  sample: z.string(),
  patch: z.array(z.custom<JsonPatchOperation>()),
  finding: z.object({
    rule: z.string(),
    code: z.string(),
    path: z.string(),
    severity: z.enum(['must', 'should']),
  }),
  en: z.string(),
  ja: z.string().optional(),
  options: z.object({ focusNodeId: z.string() }).exactOptional(),
});
const ruleCases = readCases('rules', ruleCase);

function sampleOf(id: string): Sample {
  const found = samples.find((sample) => sample.id === id);
  if (found === undefined) throw new Error(`no sample ${id}`);
  return found;
}

function validate(sample: Sample, report: unknown, options: ReportOptions = {}) {
  const { validNodeIds, ...context } = sample.context;
  return sample.role === 'organizer'
    ? validateOrganizerReport(report, validNodeIds, { ...context, ...options })
    : validateAdvisorReport(report, validNodeIds, { ...context, ...options });
}

function patched(value: JsonValue, patch: readonly JsonPatchOperation[]): JsonValue {
  const result = applyPatch(value, patch, { maxSize: 10_000_000 });
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describe('samples', () => {
  it.each(samples)('$id passes', (sample) => {
    const { ok, errors, warnings } = validate(sample, sample.valid);
    expect({ ok, errors, warnings }).toEqual({ ok: true, errors: [], warnings: [] });
  });

  it.each(samples.flatMap((sample) => sample.broken.map((broken) => ({ sample, ...broken }))))(
    '$sample.id does not pass with $name',
    ({ sample, report, code }) => {
      const { ok, errors, findings } = validate(sample, report);
      expect(ok).toBe(false);
      expect(errors.length).toBeGreaterThan(0);
      const musts = findings.filter(({ severity }) => severity === 'must');
      expect(musts.map((finding) => finding.code)).toContain(code);
    },
  );
});

describe('rules', () => {
  it.each(ruleCases)(
    '$finding.rule: $en ($sample, $patch.0.path)',
    ({ sample: id, patch, finding, en, ja, options }) => {
      const sample = sampleOf(id);
      const report = patched(sample.valid, patch);
      // The case files have the strings of `seedCatalog`.
      const verdict = validate(sample, report, { ...options, catalog: seedCatalog });
      const found = verdict.findings.find(
        ({ rule, code, path }) =>
          rule === finding.rule && code === finding.code && path === finding.path,
      );
      expect(found).toMatchObject(finding);
      expect(finding.severity === 'must' ? verdict.errors : verdict.warnings).toContain(en);
      expect(verdict.ok).toBe(verdict.errors.length === 0);
      // The place, or what it is a member of, is there.
      const parent = finding.path.slice(0, Math.max(0, finding.path.lastIndexOf('/')));
      expect(getPointer(report, parent).found).toBe(true);
      const japanese = validate(sample, report, { ...options, locale: 'ja' });
      const texts = finding.severity === 'must' ? japanese.errors : japanese.warnings;
      expect(ja === undefined || texts.includes(ja)).toBe(true);
      expect(texts.join('')).toMatch(/[ぁ-ん]/);
    },
  );

  it('gates and validators find the same', () => {
    for (const { sample: id, patch, options = {} } of ruleCases) {
      const sample = sampleOf(id);
      const report = patched(sample.valid, patch);
      const gate = sample.role === 'organizer' ? organizerGate : advisorGate;
      const verdict = gate.validate(report, { ...sample.context, ...options });
      expect(verdict.findings).toEqual(validate(sample, report, options).findings);
    }
  });

  it('have English and Japanese texts for every code, in both catalogs', () => {
    const codes = [...ruleSet.organizer, ...ruleSet.advisor].flatMap((rule) => rule.codes);
    for (const catalog of [seedCatalog, proposalCatalog]) {
      for (const code of codes) {
        expect(Object.keys(catalog.en ?? {})).toContain(code);
        expect(Object.keys(catalog.ja ?? {})).toContain(code);
      }
    }
  });
});
