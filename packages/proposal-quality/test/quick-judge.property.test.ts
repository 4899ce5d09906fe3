import { triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { mutateReport } from '@kanmon/core/testing';
import {
  advisorGate,
  advisorPhrases,
  findForbidden,
  organizerGate,
  organizerPhrases,
  type ReportOptions,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../src/index.ts';
import { samples } from '../src/testing.ts';
import { glanceAt } from '../src/text/plain-text.ts';
import { isBlank } from '../src/text/is-blank.ts';
import { readCases } from './support.ts';

const gates = { organizer: organizerGate, advisor: advisorGate };
const validators = { organizer: validateOrganizerReport, advisor: validateAdvisorReport };

/** Pieces that phrases, exceptions and their neighbours are made of. */
const pieces = fc.constantFrom(
  ...Array.from(
    'べきしかるキベスト可推奨正解お勧薦奨すスめメくださいダサ下必要がです、。「」"てでん不',
  ),
  'should',
  'must',
  'best ',
  'the right ',
  'recommend',
  'option',
  ' ',
  '\u3000',
  '\u200b',
  'ﾍﾞｽﾄ',
  '😀',
  '\ud83d',
  'ＢＥＳＴ',
  'a',
  '\n',
  '…',
  '（',
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

describe('a glance at a text', () => {
  it('returns clean for no text that is blank or has a phrase', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (glanceAt(text) !== 'clean') return;
        expect(isBlank(text)).toBe(false);
        expect(findForbidden(text, [...organizerPhrases, ...advisorPhrases])).toEqual([]);
      }),
      { numRuns: triesOf(2000) },
    );
  });

  it('is not clean for any banned case', () => {
    const cases = readCases('phrases-banned', z.object({ text: z.string() }));
    expect(cases.filter(({ text }) => glanceAt(text) === 'clean')).toEqual([]);
  });

  it('returns blank for blank texts only', () => {
    const blanks = fc.array(fc.constantFrom(' ', '\u3000', '\n', '\u200b', 'a'), { maxLength: 4 });
    fc.assert(
      fc.property(blanks, (parts) => {
        const text = parts.join('');
        if (glanceAt(text) === 'blank') expect(isBlank(text)).toBe(true);
      }),
    );
    expect(glanceAt('')).toBe('blank');
    expect(glanceAt(' \u3000\n')).toBe('blank');
  });

  it('returns look for every banned phrase, and clean for plain sentences', () => {
    for (const { text } of readCases('phrases-banned', z.object({ text: z.string() }))) {
      expect(glanceAt(text)).toBe('look');
    }
    expect(glanceAt('納期と費用のどちらを優先するかを決める（来週）')).toBe('clean');
    expect(glanceAt('lone \ud800')).toBe('broken');
  });
});

describe('the quick way and the gate', () => {
  it('find the same in every mutant of every sample', () => {
    for (const { role, valid, context } of samples) {
      const { validNodeIds, ...options } = context;
      const everything = { required: ['/**'], ids: ['/**'], minItems: [{ at: '/**', count: 1 }] };
      for (const { value } of mutateReport(valid, everything)) {
        const gate = gates[role].validate(value, context);
        expect(validators[role](value, validNodeIds, options).findings).toEqual(gate.findings);
      }
    }
  });

  it('find the same in lists that are too long', () => {
    const relation = { from_node_id: 'x', to_node_id: 'x', relation_type: '', reason: '' };
    const value = {
      decomposition_proposals: [],
      grouping_proposals: [],
      relation_proposals: Array.from({ length: 2000 }, () => relation),
      summary: 's',
    };
    const { findings } = validateOrganizerReport(value, ['n1']);
    expect(findings.length).toBeGreaterThan(500);
    expect(findings).toEqual(organizerGate.validate(value, { validNodeIds: ['n1'] }).findings);
  });

  it('find the same with any text at any place, under any options', () => {
    const strings = samples.flatMap((sample) =>
      placesOf(sample.valid, []).map((place) => ({ sample, place })),
    );
    const options: fc.Arbitrary<ReportOptions> = fc.constantFrom<ReportOptions>(
      {},
      { purpose: 'texts' },
      { severities: { 'advisor/label': 'off', 'organizer/next-step': 'must' } },
      { nodes: [{ id: 'n1', title: 'すべき', status: 'READY' }] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...strings), texts, options, ({ sample, place }, text, extra) => {
        const { role, valid, context } = sample;
        const value = replaced(valid, place, text);
        const { validNodeIds, ...rest } = context;
        const gate = gates[role].validate(value, { ...context, ...extra });
        const quick = validators[role](value, validNodeIds, { ...rest, ...extra });
        expect(quick.findings).toEqual(gate.findings);
        expect(quick.ok).toBe(gate.ok);
      }),
      { numRuns: triesOf(500) },
    );
  });
});

type Place = readonly (string | number)[];

function placesOf(value: unknown, at: Place): Place[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => placesOf(one, [...at, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => placesOf(member, [...at, name]));
  }
  return [at];
}

function replaced(value: unknown, [token, ...rest]: Place, by: unknown): unknown {
  if (token === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((one, index): unknown => (index === token ? replaced(one, rest, by) : one));
  }
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]: [string, unknown]) => [
      name,
      name === token ? replaced(member, rest, by) : member,
    ]),
  );
}
