import type { JsonValue } from '@kanmon/core';
import { applyPatch } from '@kanmon/core/json';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import { type AnalysisReport, convertAnalysis } from '../src/analysis.ts';
import { readCases } from './read-cases.ts';

const clock = createManualClock();
const spec = {
  slides: [
    { id: 's0' },
    {
      id: 's1',
      bullets: [
        {
          items: [
            { id: 'b1', text: '一', level: 2, font: { size_pt: 10, color_hex: '#999999' } },
            { id: 'b2', text: '二' },
            { id: 'b3', text: '三', level: 0, font: {} },
          ],
        },
      ],
    },
  ],
} satisfies JsonValue;

interface FixCase {
  readonly type: string;
  readonly element: string;
  readonly payload: object;
  /** The operation of the fix after its tests; null where it is not supported. */
  readonly operation: object | null;
}

describe('fixes of the analyzer', () => {
  test.each(readCases('analysis-fixes') as readonly FixCase[])(
    '$type of $element by $payload',
    ({ type, element, payload, operation }) => {
      const target = { slide_id: 's1', element_id: element, element_type: 'bullet' };
      const fixes = [{ id: 'Fix 1', issue_id: 'i', type, target, payload }];
      const [, slide] = convertAnalysis({ slides: [], issues: [], fixes }, spec, { clock }).slides;
      const path = { b1: 0, b2: 1, b3: 2 }[element] ?? 0;
      expect(slide).toEqual({
        slide_id: 's1',
        grade: 'A',
        issues: [],
        ...(operation === null
          ? { notes: { unsupported_fix_types: [type] } }
          : {
              autofix_proposals: [
                {
                  patch_id: 'fix-1',
                  description: expect.stringContaining(element) as string,
                  patch: [
                    { op: 'test', path: '/slides/1/id', value: 's1' },
                    { op: 'test', path: `/slides/1/bullets/0/items/${path}/id`, value: element },
                    operation,
                  ],
                },
              ],
            }),
      });
      for (const { patch } of slide?.autofix_proposals ?? [])
        expect(applyPatch(spec, patch).ok).toBe(true);
    },
  );
});

test('issues keep their order, fixes are united by id, the rest is counted', () => {
  const on = (slide_id: string, element_id = 'b1') => ({ slide_id, element_id });
  const fix = { id: 'f1', type: 'bullet_cap', payload: { level: 0 } };
  const issues = [
    { id: 'i1', type: 'deep', severity: 'error', message: '深い', target: on('s1'), fix },
    { id: 'i2', type: 'odd', severity: 'strange', message: '', target: on('s1') },
    { id: 'i1', type: 'again', severity: 'info', target: on('s1') },
    { id: '', type: 'nameless', target: on('s1') },
    { id: 'i3', type: 'lost', target: on('nowhere'), fix: { ...fix, id: 'f9' } },
    {
      id: 'i4',
      type: 'own',
      severity: 'warning',
      message: '',
      target: on('s1', 'b2'),
      fix: { ...fix, id: 'f2' },
    },
    'no issue at all',
  ];
  const fixes = [
    { ...fix, issue_id: 'i1' },
    { ...fix, issue_id: 'i1', payload: { level: 5 } },
    { ...fix, id: '', target: on('s1') },
    { ...fix, id: 'f3', target: on('nowhere') },
    { ...fix, id: 'F.1', target: on('s1', 'b3') },
    { ...fix, id: 'F-1', target: on('s1', 'b3') },
    null,
  ];
  let report: AnalysisReport | undefined;
  const { slides } = convertAnalysis({ issues, fixes }, spec, {
    clock,
    locale: 'en',
    onReport: (_document, each) => {
      report = each;
    },
  });
  expect(slides[0]).toEqual({ slide_id: 's0', grade: 'A', issues: [] });
  expect(slides[1]).toMatchObject({
    grade: 'C',
    issues: [
      { code: 'deep', severity: 'critical' },
      { code: 'odd', severity: 'info' },
      { code: 'own', severity: 'warning' },
    ],
  });
  expect(
    slides[1]?.autofix_proposals?.map(({ patch_id, patch }) => [patch_id, patch.at(-1)?.path]),
  ).toEqual([
    ['f1', '/slides/1/bullets/0/items/0/level'],
    ['f-1', '/slides/1/bullets/0/items/2/level'],
    ['f-1-2', '/slides/1/bullets/0/items/2/level'],
    ['f2', '/slides/1/bullets/0/items/1/level'],
  ]);
  expect(report).toEqual({ dropped_issues: 4, dropped_fixes: 5 });
});

test.each([null, 1, 'x', [], {}, { issues: {}, fixes: 'x' }, { issues: [[]], fixes: [1] }])(
  'an analysis that is %j makes an entry for each slide',
  (analysis) => {
    expect(convertAnalysis(analysis, spec, { clock }).slides.map(({ grade }) => grade)).toEqual([
      'A',
      'A',
    ]);
    expect(convertAnalysis(spec, analysis, { clock }).slides).toEqual([]);
  },
);
