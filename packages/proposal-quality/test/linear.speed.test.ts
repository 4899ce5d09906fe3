import { describe, expect, it } from 'vitest';
import {
  advisorPhrases,
  buildCorrectionPrompt,
  findForbidden,
  organizerPhrases,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../src/index.ts';
import { samples } from '../src/testing.ts';
import { leastGrowth } from './support.ts';

/** Each repeats something that a rule looks for, or the beginning of it. */
const units = [
  'べき',
  'ﾍﾞ',
  '\u200b',
  'が必要',
  '「',
  '“',
  '"should',
  'a\u0323\u0301',
  'お',
  'the ',
  '。 ',
  '?',
  '？',
  '. ',
  '.A',
  'ください',
  'まず',
  '`',
  '(',
  "'",
  '\n```',
  'http://',
];

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Eight times the text: linear time grows eightfold, quadratic time sixty-four times. */
const mostGrowth = 24;

/** Below a few milliseconds the clock tells nothing. */
function growthOf(work: (length: number) => () => void): number {
  timeOf(work(10_000));
  const look = (): number => timeOf(work(400_000)) / Math.max(timeOf(work(50_000)), 3);
  return leastGrowth(look, mostGrowth);
}

/** The unit over and over, after a head that makes it the inside of something, before an end. */
function longText(unit: string, length: number): string {
  return `a${unit.repeat(Math.ceil(length / unit.length))}'ベスト`;
}

describe('phrases over long texts', () => {
  it.each(units)('are found in linear time: %j', (unit) => {
    const growth = growthOf((length) => {
      const text = longText(unit, length);
      return () => {
        findForbidden(text, advisorPhrases);
        findForbidden(text, organizerPhrases);
      };
    });
    expect(growth).toBeLessThan(mostGrowth);
  });
});

describe.each([
  ['organizer', validateOrganizerReport],
  ['advisor', validateAdvisorReport],
] as const)('the %s validator', (role, validate) => {
  const reports = samples.filter((sample) => sample.role === role).map(({ valid }) => valid);

  it.each(units)('is linear in every text of a report: %j', (unit) => {
    const growth = growthOf((length) => {
      const text = longText(unit, length / 20);
      const longReports = reports.map((report) => withTexts(report, text));
      return () => {
        for (const report of longReports) validate(report, ['n1']);
      };
    });
    expect(growth).toBeLessThan(mostGrowth);
  });

  it('is linear in lists', () => {
    const text = 'べき「ﾍﾞｽﾄ'.repeat(12);
    const growth = growthOf((length) => {
      const count = length / 100;
      const report = {
        options: Array.from({ length: count }, () => ({ risks: [text] })),
        relation_proposals: Array.from({ length: count }, () => ({ reason: text })),
      };
      return () => validate(report, ['n1']);
    });
    expect(growth).toBeLessThan(mostGrowth);
  });
});

describe('a correction prompt', () => {
  it.each(units)('is written in linear time: %j', (unit) => {
    const ids = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const growth = growthOf((length) => {
      const errors = [longText(unit, length)];
      return () => buildCorrectionPrompt(errors, ids);
    });
    expect(growth).toBeLessThan(mostGrowth);
  });
});

/** The report with another text in every place. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((element) => withTexts(element, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTexts(member, text)]),
  );
}
