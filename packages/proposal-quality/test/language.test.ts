import { describe, expect, it } from 'vitest';
import { formatFinding } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import {
  advisorGate,
  type AdvisorReport,
  buildAdvisorPrompt,
  buildOrganizerPrompt,
  organizerGate,
  type OrganizerReport,
  proposalCatalog,
  renderAdvisor,
  renderOrganizer,
  ruleSet,
  runAdvisor,
  type RunInput,
  runOrganizer,
  validateAdvisorReport,
  validateOrganizerReport,
} from '../src/index.ts';
import { createProposalQualityApp } from '../src/http.ts';

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}◯]/u;

const inputs: Readonly<Record<'ja' | 'en', RunInput>> = {
  en: {
    dashboard: { trays: { inbox: [{ id: 'n1', title: 'Book the venue', status: 'READY' }] } },
    userIntent: 'Where do I start?',
  },
  ja: { dashboard: { trays: { inbox: [{ id: 'n1', title: '会場の予約', status: 'READY' }] } } },
};
const empty = { decomposition_proposals: [], grouping_proposals: [], relation_proposals: [] };
const organizerReports: Readonly<Record<'ja' | 'en', OrganizerReport>> = {
  en: { ...empty, summary: 'One could start with the list of rooms.' },
  ja: { ...empty, summary: 'まず会場の一覧から始められます。' },
};
const advisorReport = (label: string, text: string): AdvisorReport => ({
  target_node_id: 'n1',
  target_title: text,
  current_status: 'READY',
  options: ['A', 'B'].map((name) => ({
    label: `${label} ${name}`,
    description: text,
    next_action: `${text} ${name}`,
    necessary_info: text,
    criteria_note: text,
    risks: [text],
  })),
  criteria: ['1', '2'].map((name) => ({ name, description: text })),
  next_decision: text,
  summary: text,
});
const advisorReports: Readonly<Record<'ja' | 'en', AdvisorReport>> = {
  en: advisorReport('Option', 'Ask for free dates'),
  ja: advisorReport('案', '空いている日を問い合わせる'),
};

/** English reports that break as many rules as they can. */
const badOrganizer = {
  decomposition_proposals: [
    { target_node_id: 'x', target_title: '', reason: '', suggested_children: [] },
    {
      target_node_id: 'n1',
      target_title: 't',
      reason: 'You should do it',
      suggested_children: [
        { title: 'You must', context: '', suggested_status: 'LATER' },
        { title: 1, context: 'c' },
      ],
    },
  ],
  grouping_proposals: [{ group_label: 'g', reason: 'r', node_ids: ['n1', 'n1'] }],
  relation_proposals: [{ from_node_id: 'n1', to_node_id: 'n1', relation_type: 't', reason: 'r' }],
  summary: 'You must.',
};
const badAdvisor = {
  ...advisorReports.en,
  target_node_id: 'x',
  options: [{ label: 'One', next_action: '', necessary_info: 'The best option', risks: [] }],
  criteria: [],
  next_decision: 'Do this. Then do that.',
};

describe('English messages', () => {
  it.each([
    ['the organizer validator', validateOrganizerReport(badOrganizer, ['n1'])],
    ['the advisor validator', validateAdvisorReport(badAdvisor, ['n1'])],
    ['the organizer gate', organizerGate.validate(badOrganizer, { validNodeIds: ['n1'] })],
    ['the advisor gate', advisorGate.validate(badAdvisor, { validNodeIds: ['n1'] })],
  ])('of %s contain no Japanese', (_name, { errors, warnings, findings }) => {
    expect(findings.length).toBeGreaterThan(5);
    for (const text of [...errors, ...warnings]) expect(text).not.toMatch(japanese);
  });

  it('contain no Japanese for any code of any rule', () => {
    const params = { phrase: 'p', matched: 'm', id: 'i', field: 'f', actual: 1, status: 's' };
    let compared = 0;
    for (const { id: rule, codes } of [...ruleSet.organizer, ...ruleSet.advisor]) {
      for (const code of codes) {
        for (const severity of ['must', 'should'] as const) {
          const finding = { rule, code, severity, path: '/summary', params };
          const text = formatFinding(finding, { locale: 'en', catalog: proposalCatalog });
          expect(text).not.toMatch(japanese);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('are the default of the HTTP runs, and an explicit locale is kept', async () => {
    const answer = async (locale?: 'ja' | 'en') => {
      const app = createProposalQualityApp({
        client: createScriptedClient([{ text: 'no', finish: 'refusal' }]),
        ...(locale === undefined ? {} : { locale }),
      });
      const response = await app.request('/api/organizer/run', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(inputs.ja),
      });
      return ((await response.json()) as { errors: readonly string[] }).errors.join('');
    };
    expect(await answer()).toBe('The model or its content filter refused the request.');
    expect(await answer('en')).toBe(await answer());
    expect(await answer('ja')).toMatch(japanese);
  });
});

describe.each(['ja', 'en'] as const)('the text for models and people (%s)', (language) => {
  const input = inputs[language];
  const other = language === 'ja' ? 'en' : 'ja';

  it('is written in the language of the input', () => {
    for (const build of [buildOrganizerPrompt, buildAdvisorPrompt]) {
      const prompt = build(input);
      expect(prompt).toEqual(build(input, { locale: language }));
      expect(prompt).not.toEqual(build(input, { locale: other }));
      const text = prompt.map(({ content }) => content).join('\n');
      expect(japanese.test(text)).toBe(language === 'ja');
    }
  });

  it('is rendered in the language of the report', () => {
    const context = { validNodeIds: ['n1'] };
    const proposals = organizerGate.validate(organizerReports[language], context);
    const advice = advisorGate.validate(advisorReports[language], context);
    if (!proposals.ok || !advice.ok) throw new Error('did not pass');
    const { value: organizer } = proposals;
    const { value: advisor } = advice;
    expect(renderOrganizer(organizer)).toBe(renderOrganizer(organizer, { locale: language }));
    expect(renderOrganizer(organizer)).not.toBe(renderOrganizer(organizer, { locale: other }));
    expect(renderAdvisor(advisor)).toBe(renderAdvisor(advisor, { locale: language }));
    expect(japanese.test(renderAdvisor(advisor))).toBe(language === 'ja');
  });

  it('has one language in a run, whose messages are English', async () => {
    const banned = JSON.stringify({ ...organizerReports.en, summary: 'You should start.' });
    const client = createScriptedClient([banned, JSON.stringify(organizerReports[language])]);
    const result = await runOrganizer(input, { client });
    if (!result.ok) throw new Error(result.errors.join());
    const sent = client.calls.flatMap(({ messages }) => messages.map(({ content }) => content));
    expect(client.calls).toHaveLength(2);
    for (const content of sent) expect(japanese.test(content)).toBe(language === 'ja');
    expect(japanese.test(result.rendered ?? '')).toBe(language === 'ja');

    const advice = await runAdvisor(input, {
      client: createScriptedClient([JSON.stringify({ ...advisorReports.en, criteria: [] })]),
    });
    expect(advice.warnings.join()).toContain('criteria');
    expect(advice.warnings.join()).not.toMatch(japanese);
  });

  it('follows an explicit locale', async () => {
    const client = createScriptedClient([JSON.stringify(advisorReports[language])]);
    const result = await runAdvisor(input, { client, locale: other });
    const system = client.calls[0]?.messages[0]?.content ?? '';
    expect(japanese.test(system)).toBe(other === 'ja');
    expect(
      result.ok && result.rendered?.includes(other === 'ja' ? '次の行動' : 'Next action'),
    ).toBe(true);
  });
});

describe('a board without text', () => {
  it('is described in English, or in the language of the intent', async () => {
    const dashboard = { trays: {} };
    const client = createScriptedClient([]);
    const english = await runAdvisor({ dashboard }, { client });
    expect(english.ok && english.report.summary).not.toMatch(japanese);
    const intent = await runAdvisor({ dashboard, userIntent: '何から始めるか' }, { client });
    expect(intent.ok && intent.report.summary).toContain('ノードがない');
  });
});

describe('an unsupported locale', () => {
  it('is refused before any call', async () => {
    const client = createScriptedClient([]);
    const locale = 'fr' as 'en';
    const refusal = /expected locale to be 'ja' or 'en', got "fr"/;
    await expect(runOrganizer(inputs.en, { client, locale })).rejects.toThrow(refusal);
    await expect(runAdvisor(inputs.en, { client, locale })).rejects.toThrow(refusal);
    expect(() => buildOrganizerPrompt(inputs.en, { locale })).toThrow(refusal);
    expect(() => createProposalQualityApp({ locale })).toThrow(refusal);
    expect(client.calls).toEqual([]);
  });
});

describe('the schema', () => {
  it.each(['organizer', 'advisor'] as const)('goes to the model once (%s)', async (role) => {
    const reports = role === 'organizer' ? organizerReports : advisorReports;
    const client = createScriptedClient([JSON.stringify(reports.en)]);
    const run = role === 'organizer' ? runOrganizer : runAdvisor;
    expect((await run(inputs.en, { client })).ok).toBe(true);
    const [request] = client.calls;
    expect(JSON.stringify(request?.output)).toContain('"properties"');
    expect(JSON.stringify(request?.messages)).not.toContain('properties');
  });

  it('is part of a prompt for callers with their own loop, unless they leave it out', () => {
    for (const build of [buildOrganizerPrompt, buildAdvisorPrompt]) {
      expect(JSON.stringify(build(inputs.en))).toContain('properties');
      expect(JSON.stringify(build(inputs.en, { includeSchema: false }))).not.toContain(
        'properties',
      );
    }
  });
});
