import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, callTool } from '../src/client/call-tool.ts';
import {
  connectOverHttp,
  connectOverStdio,
  type HttpProcess,
  startHttpServer,
} from '../src/client/start-server.ts';

import { checkTermPreservation } from '../src/tools/check-term-preservation.ts';
import { executeCheckStep } from '../src/tools/execute-check-step.ts';
import { extractJson } from '../src/tools/extract-json.ts';
import { getCheckHistory } from '../src/tools/get-check-history.ts';
import { getCheckStatus } from '../src/tools/get-check-status.ts';
import { getCheckTasks } from '../src/tools/get-check-tasks.ts';
import { listUnresolvedIssues } from '../src/tools/list-unresolved-issues.ts';
import { planQuery } from '../src/tools/plan-query.ts';
import { validateProposal } from '../src/tools/validate-proposal.ts';

const names = [
  'check_term_preservation',
  'execute_check_step',
  'extract_json',
  'get_check_history',
  'get_check_status',
  'get_check_tasks',
  'list_unresolved_issues',
  'plan_query',
  'validate_proposal',
];

// The official client holds every structured answer against the tool's output schema by itself.
describe.each([
  ['stdio', 'legacy', '2025-11-25'],
  ['stdio', 'auto', '2026-07-28'],
  ['http', 'legacy', '2025-11-25'],
  ['http', 'auto', '2026-07-28'],
] as const)('the official client over %s, %s', (transport, era, revision) => {
  let client: Client;
  let server: HttpProcess | undefined;

  beforeAll(async () => {
    if (transport === 'http') server = await startHttpServer(['--actor', 'aki']);
    client =
      server === undefined
        ? await connectOverStdio(['--actor', 'aki'], { era })
        : await connectOverHttp(server.url, era);
  });

  afterAll(async () => {
    await client.close();
    await server?.stop();
  });

  async function refusal(name: string, args: Record<string, unknown>): Promise<unknown> {
    const answer = await callTool(client, name, args);
    return answer.ok ? 'no refusal' : answer.error;
  }

  it('lists nine tools with schemas of both sides', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(names);
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(description).not.toBe('');
    }
  });

  it('checks, takes the fixes, and finds what came back', async () => {
    const begun = await ask(client, getCheckTasks, { episode_number: 7, locale: 'en' });
    expect(begun).toMatchObject({
      session: { initiator: 'aki', lock_status: { state: 'held' }, iteration_policy: { count: 3 } },
      next_step_id: 'readability',
    });
    const { session_id } = begun.session;
    const step = { session_id, step_id: 'mechanics' };
    const first = await ask(client, executeCheckStep, {
      ...step,
      text: '彼は本をを読んだ。「そうか、と言った。庭に出た。',
    });
    expect(first.counts).toEqual({ New: 2 });
    expect(first.places[0]).toMatchObject({ available_tools: ['replace_phrase'] });
    const [repeated = '', bracket = ''] = first.issues.map(({ issue_id }) => issue_id);

    const second = await ask(client, executeCheckStep, {
      ...step,
      text: '昨夜、彼は本を読んだ。「そうか、とだけ言った。庭に出た。',
      applied_fixes: [
        { issue_id: repeated, description: 'took one particle out' },
        { issue_id: bracket, description: 'tried', tool_used: 'rewrite' },
      ],
    });
    expect(second.counts).toEqual({ New: 1, Recurrence: 1, Resolved: 1 });
    expect(second.issues).toMatchObject([{ recurrence_depth: 1, related_issue_ids: [bracket] }]);

    const unresolved = await ask(client, listUnresolvedIssues, { episode_number: 7 });
    expect(unresolved).toMatchObject({ total: 1, issues: second.issues });
    const status = await ask(client, getCheckStatus, { session_id });
    expect(status).toMatchObject({ counts: second.counts, tasks: [{}, {}, { attempts: 2 }] });
    const history = await ask(client, getCheckHistory, { session_id, issue_id: bracket });
    expect(history.entries.at(-1)).toMatchObject({ state_after: 'Recurrence' });
    expect(history.fixes).toMatchObject([
      {
        match: 'as_planned',
        applied: { description: 'tried' },
        verified: { status: 'recurrence' },
      },
    ]);
  });

  it('closes a session whose steps all pass, and opens it again', async () => {
    const { session } = await ask(client, getCheckTasks, { episode_number: 8 });
    const text = '庭に出ました。雨はやんでいました。';
    for (const step_id of ['readability', 'consistency', 'mechanics']) {
      await ask(client, executeCheckStep, { session_id: session.session_id, step_id, text });
    }
    const closed = await ask(client, getCheckStatus, { session_id: session.session_id });
    expect(closed).toMatchObject({
      next_step_id: null,
      session: { current_status: 'completed', lock_status: { state: 'released' } },
    });
    const again = await ask(client, executeCheckStep, {
      session_id: session.session_id,
      step_id: 'mechanics',
      text: '庭にを出ました（雨。',
    });
    expect(again).toMatchObject({ counts: { New: 1 }, next_step_id: 'mechanics' });
  });

  it('answers errors as results with our codes and the QC codes', async () => {
    const { session } = await ask(client, getCheckTasks, {
      episode_number: 9,
      iteration_policy: { count: 1 },
    });
    const step = { session_id: session.session_id, step_id: 'mechanics' };
    expect(await refusal('get_check_tasks', { episode_number: 9 })).toMatchObject({
      code: 'issue-session-locked',
      qc_code: 'QC-008',
      message: expect.stringContaining(session.session_id),
    });
    const unknown = { manuscript_hash: '0'.repeat(64) };
    expect(await refusal('execute_check_step', { ...step, ...unknown })).toMatchObject({
      code: 'issue-manuscript-pending',
      qc_code: 'QC-017',
    });
    expect(await refusal('execute_check_step', { ...step, ...unknown, text: 'a' })).toMatchObject({
      qc_code: 'QC-018',
    });
    const checked = await ask(client, executeCheckStep, { ...step, text: '本をを読む。' });
    expect(
      await ask(client, executeCheckStep, {
        ...step,
        manuscript_hash: checked.manuscript_hash,
      }),
    ).toMatchObject({ replayed: true, step: { attempt: 1 } });
    expect(await refusal('execute_check_step', { ...step, text: '本を読む。' })).toMatchObject({
      code: 'issue-iteration-budget',
      qc_code: 'QC-007',
    });
    expect(
      await refusal('execute_check_step', { ...step, step_id: 'spelling', text: 'a' }),
    ).toMatchObject({ code: 'unknown-step', message: expect.stringContaining('readability') });
  });

  it('validates, compares, extracts and plans', async () => {
    const proposal = await ask(client, validateProposal, {
      kind: 'organizer',
      text: 'Here you are: {"decomposition_proposals": [], "grouping_proposals": [], "relation_proposals": [{"from_node_id": "n1", "to_node_id": "n9", "relation_type": "blocks", "reason": "順番のため"}], "summary": "まず n1 から見る案です"}',
      valid_node_ids: ['n1', 'n2'],
    });
    expect(proposal.validation.findings).toMatchObject([
      { code: 'unknown-node', path: '/relation_proposals/0/to_node_id' },
    ]);
    expect(proposal.repairs).toMatchObject([{ kind: 'prose-removed', class: 'lossless' }]);

    const terms = await ask(client, checkTermPreservation, {
      request: '注文を POST /orders で受け、一度に8件までとする。',
      tasks: [{ id: 't1', title: '注文を POST /orders で受ける', extra: { kept: true } }],
      locale: 'en',
    });
    expect(terms.decision).toBe('reject');
    expect(terms.terms.find(({ text }) => text === 'POST /orders')).toMatchObject({
      status: 'preserved',
      evidence: [{ task_index: 0, text: 'POST /orders' }],
    });
    expect(terms.repair_prompt).toContain('8件');

    expect(await ask(client, extractJson, { text: '{"a": [1, 2}', allow: 'lossless' })).toEqual({
      status: 'none',
      repairs: [],
      reason: 'repair-not-allowed',
    });
    expect(
      await ask(client, extractJson, { text: 'Sure! {"a": [1, 2', keys: ['a'] }),
    ).toMatchObject({
      status: 'ok',
      value: { a: [1] }, // the 2 may be the beginning of 25
      complete: false,
    });

    const plan = await ask(client, planQuery, {
      message: 'じゃあ沖縄は？',
      history: [
        { role: 'user', content: '北海道への送料を教えてください' },
        { role: 'assistant', content: '北海道への送料は1,200円です。' },
      ],
    });
    expect(plan.plan.steps[0]).toMatchObject({ type: 'followup_search' });
  });
});
