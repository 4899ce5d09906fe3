import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '@kanmon/core';
import {
  advisorGate,
  definePhrase,
  type ReportOptions,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../src/index.ts';
import { samples } from '../src/testing.ts';

function sampleOf(id: string) {
  const found = samples.find((sample) => sample.id === id);
  if (found === undefined) throw new Error(`no sample ${id}`);
  return found;
}

const a1 = sampleOf('A1');
const a3 = sampleOf('A3');
const o3 = sampleOf('O3');

function advise(report: object, options: ReportOptions = {}) {
  return validateAdvisorReport(report, ['n1'], options);
}

const withStatus = (status: string, current = 'NEEDS_DECISION') => {
  const report = structuredClone(a1.valid) as Record<string, unknown>;
  report['current_status'] = current;
  Object.assign((report['options'] as object[])[0] ?? {}, { suggested_status: status });
  return report;
};

const nodesIn = (status: string) => [{ id: 'n1', title: 't', status }];

const withSummary = (summary: string) => ({ ...(o3.valid as object), summary });

const errorsIn = (summary: string) =>
  validateOrganizerReport(withSummary(summary), o3.context.validNodeIds).errors;

const hasSeveral = (next_decision: string) =>
  advise({ ...(a1.valid as object), next_decision }).findings.some(
    ({ code }) => code === 'several-decisions',
  );

describe('validNodeIds', () => {
  it.each([[undefined], [null], ['n1'], [[1]], [[null]], [{}]])('refuses %j', (ids) => {
    const wrong = ids as unknown as string[];
    expect(() => validateOrganizerReport({}, wrong)).toThrow(InvalidArgumentError);
    expect(() => validateAdvisorReport({}, wrong)).toThrow(/validNodeIds/);
  });

  it('compares ids as written', () => {
    expect(validateAdvisorReport(a1.valid, [' n1 ']).ok).toBe(false);
  });
});

describe('severities', () => {
  it('turns a Should off, or up to a Must', () => {
    const report = { ...(a1.valid as object), criteria: [] };
    expect(advise(report).warnings).toHaveLength(1);
    expect(advise(report, { severities: { 'advisor/criteria': 'off' } }).warnings).toEqual([]);
    expect(advise(report, { severities: { 'advisor/criteria': 'must' } })).toMatchObject({
      ok: false,
      errors: ['criteria should have at least 2 items'],
    });
    const severities = { 'advisor/criteria': 'must' } as const;
    expect(advisorGate.validate(report, { validNodeIds: ['n1'], severities }).ok).toBe(false);
  });

  it.each(['organizer/phrase', 'advisor/risks', 'organizer/shape', 'advisor/target'])(
    'cannot weaken %s',
    (rule) => {
      for (const severity of ['should', 'off'] as const) {
        expect(() => advise({}, { severities: { [rule]: severity } })).toThrow(/is a Must/);
      }
      expect(advise({}, { severities: { [rule]: 'must' } })).toEqual(advise({}));
    },
  );

  it('may weaken a Must that is not fixed', () => {
    const options = { severities: { 'advisor/status': 'should' } } as const;
    expect(advise(withStatus('nowhere'), options).ok).toBe(true);
  });

  it('refuses an invalid severity', () => {
    const typo = { 'advisor/lable': 'off' } as const;
    expect(() => advise({}, { severities: typo })).toThrow(InvalidArgumentError);
    expect(() => advise({}, { severities: typo })).toThrow(
      'unknown rule "advisor/lable" in severities; the rules are organizer/shape, ',
    );
    const severities = { 'advisor/label': 'maybe' } as unknown as ReportOptions['severities'];
    expect(() => advise({}, severities === undefined ? {} : { severities })).toThrow(/'off'/);
  });
});

describe('purpose', () => {
  it('makes the description a Must for wordings only', () => {
    const [, broken] = a3.broken;
    const { validNodeIds, ...context } = a3.context;
    const judge = (purpose: 'texts' | 'choices') =>
      validateAdvisorReport(broken?.report, validNodeIds, { ...context, purpose });
    expect(judge('texts')).toMatchObject({
      ok: false,
      errors: ['options[0].description is required'],
    });
    expect(judge('choices')).toMatchObject({
      ok: true,
      warnings: ['options[0].description is recommended'],
    });
  });

  it('refuses an unknown purpose', () => {
    expect(() => advise({}, { purpose: 'poems' as 'texts' })).toThrow(/purpose/);
  });
});

describe('status rules', () => {
  it('prefer the status of the board to that of the report', () => {
    const report = withStatus('DORMANT', 'COOLING');
    expect(advise(report).ok).toBe(true);
    expect(advise(report, { nodes: nodesIn('COOLING') }).ok).toBe(true);
    expect(advise(report, { nodes: nodesIn('READY') }).findings).toContainEqual(
      expect.objectContaining({
        code: 'illegal-transition',
        path: '/options/0/suggested_status',
        params: { from: 'READY', to: 'DORMANT' },
      }),
    );
  });

  it('allow the same status, and DONE', () => {
    expect(advise(withStatus('READY'), { nodes: nodesIn('READY') }).ok).toBe(true);
    expect(advise(withStatus('DONE'), { nodes: nodesIn('DORMANT') }).ok).toBe(true);
    expect(advise(withStatus('DONE'), { nodes: nodesIn('CANCELLED') }).ok).toBe(false);
  });

  it('ignore a status that only the host knows', () => {
    expect(advise(withStatus('DORMANT'), { nodes: nodesIn('backlog') }).ok).toBe(true);
    expect(advise(withStatus('DORMANT', '要判断')).ok).toBe(true);
  });

  it('treat a blank status as missing', () => {
    expect(advise(withStatus(' ')).ok).toBe(true);
  });
});

describe('phrases', () => {
  it('can be a custom list, which replaces the built-in one', () => {
    const organizer = [definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急' })];
    const judge = (summary: string) =>
      validateOrganizerReport(withSummary(summary), o3.context.validNodeIds, {
        phrases: { organizer },
      });
    expect(judge('まず至急で').ok).toBe(false);
    expect(judge('まず進めるべきです').ok).toBe(true);
    expect(judge('まずご確認ください').warnings).toEqual([]);
  });

  it('may appear in quotations, but not in a quoted verdict of the author', () => {
    const judge = (summary: string) =>
      validateOrganizerReport(withSummary(summary), o3.context.validNodeIds).ok;
    for (const [open, close] of ['「」', '『』', '""', '“”']) {
      expect(judge(`まず${open}今すぐやるべきこと${close}を見ます`)).toBe(true);
      expect(judge(`まず${open}今すぐやるべき${close}と考えます`)).toBe(false);
    }
    expect(judge('まず今すぐやるべきことを見ます')).toBe(false);
    expect(judge('まず「今すぐやるべきこと」を見るべきです')).toBe(false);
    expect(judge('「まず今すぐやるべきです」')).toBe(false);
  });

  it('of a custom list may appear in the quoted title of a node, and nowhere else', () => {
    const nodes = [{ id: 'n1', title: '至急の件' }];
    const organizer = [definePhrase({ id: 'urgent', phrase: '至急', pattern: '至急' })];
    const judge = (summary: string) =>
      validateOrganizerReport(withSummary(summary), o3.context.validNodeIds, {
        nodes,
        phrases: { organizer },
      }).ok;
    for (const [open, close] of ['「」', '『』', '""', '“”']) {
      expect(judge(`まず${open}至急の件${close}を見ます`)).toBe(true);
      expect(judge(`まず${open}至急の用${close}を見ます`)).toBe(false);
    }
  });

  it('in English count in English texts only, and not where they are quoted', () => {
    expect(errorsIn('You should start with the venue')).toHaveLength(1);
    expect(errorsIn('まず should と書かれたメモを確認します')).toEqual([]);
    expect(errorsIn('First look at the note "you should call" on the desk')).toEqual([]);
  });
});

describe('a report about no node', () => {
  const a4 = sampleOf('A4');
  it('has its options judged like others', () => {
    const option = {
      label: '',
      next_action: 'x',
      necessary_info: 'x',
      criteria_note: 'x',
      risks: [],
    };
    const report = { ...(a4.valid as object), options: [option, option] };
    const { errors } = validateAdvisorReport(report, []);
    expect(errors).toContain('options[0].label is required');
    expect(errors).toContain('options[1].risks must have at least 1 item');
  });

  it('passes for boards without nodes only', () => {
    expect(validateAdvisorReport(a4.valid, ['n1']).errors).toEqual([
      'options must have at least 2 items',
      'target_node_id is not in valid node list',
      'target_title must be non-empty',
      'current_status must be non-empty',
      'next_decision must be non-empty',
    ]);
  });
});

describe('a value that passes', () => {
  it('has no unknown members, and is frozen', () => {
    const report = { ...(a1.valid as object), confidence: 0.9, __extra: [] };
    const verdict = advisorGate.validate(report, a1.context);
    expect(verdict.ok).toBe(true);
    if (!verdict.ok) return;
    expect(verdict.value).toEqual(a1.valid);
    expect(Object.isFrozen(verdict.value.options)).toBe(true);
  });
});

describe('several-decisions', () => {
  it.each([
    '納期を決める。',
    '「承認しますか？」への返事を決める',
    'Decide on e.g. the date',
    'Take version 3.5',
    'Decide now!',
  ])('counts one decision in %j', (text) => {
    expect(hasSeveral(text)).toBe(false);
  });
  it.each([
    '納期を決める。次に費用を決める',
    'Decide A. Then decide B.',
    '本当に？ それとも別の案？',
    '一つ目\n二つ目',
  ])('counts several decisions in %j', (text) => {
    expect(hasSeveral(text)).toBe(true);
  });

  it('reads a long run of question marks before a closing mark once', () => {
    // Each mark of the run was once tried as a start: 129 KB took 18 s.
    expect(hasSeveral(`a${'?'.repeat(1_000_000)}」`)).toBe(false);
    expect(hasSeveral(`a${'?'.repeat(1_000_000)} b`)).toBe(true);
  });
});
