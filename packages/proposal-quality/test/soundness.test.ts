import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyPatch, type JsonValue } from '@kanmon/core/json';
import { expectRuleSoundness, type MutationPlan, mutateReport } from '@kanmon/core/testing';
import { sampleToTry } from '@kanmon/test-support';
import { advisorGate, organizerGate } from '../src/index.ts';
import { type Sample, samples } from '../src/testing.ts';
import { readCases } from './support.ts';

const proposals = ['/decomposition_proposals/*', '/grouping_proposals/*', '/relation_proposals/*'];
const child = '/decomposition_proposals/*/suggested_children';

const organizerPlan: MutationPlan = {
  required: [
    '/decomposition_proposals',
    '/grouping_proposals',
    '/relation_proposals',
    '/summary',
    ...proposals.map((proposal) => `${proposal}/reason`),
    '/decomposition_proposals/*/target_node_id',
    '/decomposition_proposals/*/target_title',
    child,
    `${child}/*/title`,
    `${child}/*/context`,
    '/grouping_proposals/*/group_label',
    '/grouping_proposals/*/node_ids',
    '/grouping_proposals/*/node_ids/*',
    '/relation_proposals/*/from_node_id',
    '/relation_proposals/*/to_node_id',
    '/relation_proposals/*/relation_type',
  ],
  ids: [
    '/decomposition_proposals/*/target_node_id',
    '/grouping_proposals/*/node_ids/*',
    '/relation_proposals/*/from_node_id',
    '/relation_proposals/*/to_node_id',
  ],
  phrases: ['すべき', 'してください', 'が必要です', 'べき'].map((phrase) => ({
    phrase,
    at: ['/summary', ...proposals.map((proposal) => `${proposal}/reason`)],
  })),
  minItems: [
    { at: child, count: 2 },
    ...['/decomposition_proposals', '/grouping_proposals', '/relation_proposals'].map((at) => ({
      at,
      count: 0,
    })),
  ],
};

const option = '/options/*';
const advisorTexts = [
  '/summary',
  '/next_decision',
  ...['label', 'description', 'next_action', 'necessary_info', 'criteria_note'].map(
    (name) => `${option}/${name}`,
  ),
  `${option}/risks/*`,
  `${option}/pros/*`,
  `${option}/cons/*`,
  '/criteria/*/name',
  '/criteria/*/description',
];

const advisorPlan: MutationPlan = {
  required: [
    '/target_node_id',
    '/target_title',
    '/current_status',
    '/options',
    '/next_decision',
    '/summary',
    `${option}/label`,
    `${option}/next_action`,
    `${option}/necessary_info`,
    `${option}/criteria_note`,
    `${option}/risks`,
    `${option}/risks/*`,
  ],
  ids: ['/target_node_id'],
  phrases: ['ベスト', '推奨', '正解', 'すべき', 'おすすめ'].map((phrase) => ({
    phrase,
    at: advisorTexts,
  })),
  minItems: [
    { at: '/options', count: 2 },
    { at: `${option}/risks`, count: 1 },
  ],
};

/** A4 may be empty where others may not, so its mutants have a separate plan. */
const targetNonePlan: MutationPlan = {
  required: ['/summary'],
  phrases: advisorPlan.phrases ?? [],
};

function casesOf(wanted: (sample: Sample) => boolean) {
  return samples.filter(wanted).map(({ valid, context }) => ({ value: valid, context }));
}

const untranslated: ReadonlySet<string> = new Set(
  'target_node_id node_ids from_node_id to_node_id current_status suggested_status'.split(' '),
);

/** The samples with English texts: their mutants are English too. */
function englishCasesOf(wanted: (sample: Sample) => boolean) {
  return casesOf(wanted).map(({ value, context }) => {
    let texts = 0;
    const english: unknown = JSON.parse(JSON.stringify(value), (name, text: unknown) => {
      if (typeof text !== 'string' || untranslated.has(name) || /^n\d$/.test(text)) return text;
      texts += 1;
      return `Option ${texts}: the room has forty seats and a stage.`;
    });
    return { value: english as JsonValue, context }; // parsed from JSON
  });
}

const withPhrases = (plan: MutationPlan, phrases: readonly string[]): MutationPlan => ({
  phrases: phrases.map((phrase) => ({ phrase, at: plan.phrases?.[0]?.at ?? [] })),
});
const englishOrders = [
  'You should wait.',
  'Please wait for it.',
  'A permit is required.',
  'It must wait.',
];
const englishJudgements = [
  'It is the best option.',
  'I recommend it.',
  'It is the right answer.',
  'You should take it.',
  'Go with option 2.',
];

const linesOf = (name: string): readonly string[] =>
  readFileSync(new URL(`cases/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const benign = [...linesOf('benign-ja.txt'), ...linesOf('benign-en.txt')];

function withText(sample: Sample, path: string, text: string): JsonValue {
  const result = applyPatch(sample.valid, [{ op: 'replace', path, value: text }]);
  if (!result.ok) throw new Error(`${sample.id} has no ${path}`);
  return result.value;
}

const organizerPlaces: readonly (readonly [string, string])[] = [
  ['O2', '/summary'],
  ['O2', '/decomposition_proposals/0/reason'],
  ['O2', '/decomposition_proposals/0/target_title'],
  ['O2', '/decomposition_proposals/0/suggested_children/0/title'],
  ['O2', '/decomposition_proposals/0/suggested_children/1/context'],
  ['O3', '/grouping_proposals/0/reason'],
  ['O3', '/grouping_proposals/0/group_label'],
  ['O5', '/relation_proposals/0/reason'],
  ['O5', '/relation_proposals/0/relation_type'],
];

const advisorPlaces: readonly (readonly [string, string])[] = [
  '/summary',
  '/next_decision',
  '/target_title',
  '/options/0/label',
  '/options/0/description',
  '/options/0/pros/0',
  '/options/0/cons/0',
  '/options/1/next_action',
  '/options/1/necessary_info',
  '/options/1/criteria_note',
  '/options/1/risks/0',
  '/criteria/0/name',
  '/criteria/1/description',
].map((path) => ['A1', path] as const);

function inPlaces(places: readonly (readonly [string, string])[], texts: readonly string[]) {
  return places.flatMap(([id, path]) => {
    const sample = samples.find((one) => one.id === id);
    if (sample === undefined) throw new Error(`no sample ${id}`);
    return texts.map((text) => ({ value: withText(sample, path, text), context: sample.context }));
  });
}

describe('every single-place Must mutant is caught, and no benign report', () => {
  it('of the Organizer samples', () => {
    const result = expectRuleSoundness(organizerGate, {
      samples: casesOf(({ role }) => role === 'organizer'),
      plan: organizerPlan,
      benign: sampleToTry(inPlaces(organizerPlaces, benign)),
    });
    expect(result.mutants).toBeGreaterThanOrEqual(120);
    expect(result).toMatchObject({ caught: result.mutants, falseAlarms: 0 });
  });

  it('of the Advisor samples', () => {
    const result = expectRuleSoundness(advisorGate, {
      samples: casesOf(({ role, id }) => role === 'advisor' && id !== 'A4'),
      plan: advisorPlan,
      benign: sampleToTry(inPlaces(advisorPlaces, benign)),
    });
    expect(result.mutants).toBeGreaterThanOrEqual(160);
    expect(result).toMatchObject({ caught: result.mutants, falseAlarms: 0 });
  });

  it('of the Organizer samples in English', () => {
    const result = expectRuleSoundness(organizerGate, {
      samples: englishCasesOf(({ role }) => role === 'organizer'),
      plan: withPhrases(organizerPlan, englishOrders),
    });
    const japanese = expectRuleSoundness(organizerGate, {
      samples: casesOf(({ role }) => role === 'organizer'),
      plan: { phrases: organizerPlan.phrases ?? [] },
    });
    expect(result).toEqual(japanese);
  });

  it('of the Advisor samples in English', () => {
    const result = expectRuleSoundness(advisorGate, {
      samples: englishCasesOf(({ role, id }) => role === 'advisor' && id !== 'A4'),
      plan: withPhrases(advisorPlan, englishJudgements),
    });
    const japanese = expectRuleSoundness(advisorGate, {
      samples: casesOf(({ role, id }) => role === 'advisor' && id !== 'A4'),
      plan: { phrases: advisorPlan.phrases ?? [] },
    });
    expect(result).toEqual(japanese);
  });

  it('of the sample without a node', () => {
    const result = expectRuleSoundness(advisorGate, {
      samples: casesOf(({ id }) => id === 'A4'),
      plan: targetNonePlan,
    });
    expect(result.mutants).toBeGreaterThan(5);
  });

  it('has at least 80 benign sentences and 160 mutants', () => {
    expect(new Set(benign).size).toBeGreaterThanOrEqual(80);
    const mutants = samples.flatMap(({ valid, role }) =>
      mutateReport(valid, role === 'organizer' ? organizerPlan : advisorPlan),
    );
    expect(mutants.length).toBeGreaterThanOrEqual(160);
  });
});

describe('every forbidden phrase is caught at every judged place', () => {
  const banned = readCases('phrases-banned', z.object({ list: z.string(), text: z.string() }));
  const judged = { organizer: organizerPlaces, advisor: advisorPlaces };
  const exempt = /title$|label$|type$|context$/;

  it.each(['organizer', 'advisor'] as const)('%s', (list) => {
    const gate = list === 'organizer' ? organizerGate : advisorGate;
    const places = judged[list].filter(([, path]) =>
      list === 'organizer' ? !exempt.test(path) : path !== '/target_title',
    );
    const texts = banned.filter((row) => row.list === list).map(({ text }) => text);
    expect(texts.length).toBeGreaterThanOrEqual(40);
    for (const { value, context } of sampleToTry(inPlaces(places, texts))) {
      const { findings } = gate.validate(value, context);
      expect(findings.map(({ code }) => code)).toContain('forbidden-phrase');
    }
  });
});
