import { describe, expect, it } from 'vitest';
import { foldSession, runFixLoop, ToolUnavailableError } from '../../src/index.ts';
import {
  issueResolutionSchema,
  issueSchema,
  manuscriptFetchLogSchema,
  sessionSchema,
  stepExecutionSchema,
} from '../../src/schemas.ts';
import { metrics, pocReport } from '../../src/reports.ts';
import { toSarif } from '../../src/sarif.ts';
import {
  actor,
  answering,
  asking,
  loopOptions,
  loopWorld,
  recurring,
  rules,
} from '../support/fixtures.ts';

async function finishedWorld() {
  const world = loopWorld(rules, recurring);
  await runFixLoop(await loopOptions(world));
  return world;
}

/** The entity with a field of a later version, as it is and as the schema gives it back. */
function withLaterField(
  schema: { parse(value: unknown): unknown },
  entity: object,
): readonly [unknown, unknown] {
  const extended = { ...entity, added_later: 1 };
  return [schema.parse(extended), extended];
}

const event = (type: string, data: Record<string, string | number | null>, version: number) => ({
  type,
  data,
  version,
  at: '2026-01-01T00:00:00.000Z',
});

describe('entities', () => {
  it('fit their schemas, which keep unknown fields', async () => {
    const world = await finishedWorld();
    const view = await world.workflow.view('S1', { actor });
    const fetchLog = {
      fetch_id: 'f',
      session_id: 'S1',
      manuscript_hash: 'a'.repeat(64),
      tool_id: 't',
      result: 'success',
      latency_ms: 1,
      attempt_index: 1,
      qc_code: null,
      at: '2026-03-01T00:00:00.000Z',
    };
    const pairs = [
      withLaterField(sessionSchema, view.session),
      ...view.issues.map((issue) => withLaterField(issueSchema, issue)),
      ...view.steps.map((step) => withLaterField(stepExecutionSchema, step)),
      ...view.resolutions.map((resolution) => withLaterField(issueResolutionSchema, resolution)),
      withLaterField(manuscriptFetchLogSchema, fetchLog),
    ];
    for (const [parsed, given] of pairs) expect(parsed).toEqual(given);
  });

  it('of an older history get their defaults, and what is unknown is counted', () => {
    const view = foldSession([
      event('session-started', { session_id: 'S', episode_number: 1, initiator: 'i' }, 1),
      event('issue-opened', { issue_id: 'ISSUE-1-0000000000', category: 'c', severity: 'low' }, 2),
      event('issue-praised', { issue_id: 'ISSUE-1-0000000000' }, 3),
      { ...event('issue-opened', {}, 4), data: null },
    ]);
    expect(view.issues[0]).toMatchObject({
      state: 'New',
      confidence_score: 1,
      suggested_fixes: [],
    });
    expect(view.unknown_events).toBe(2);
    expect(view.session).toMatchObject({
      state_version: 4,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('toSarif', () => {
  it('contains the place, the level and the state of an issue', async () => {
    const world = await finishedWorld();
    const baseline = await world.workflow.view('S1', { actor });
    const open = baseline.issues.at(-1);
    expect(open?.state).toBe('New');
    const log = JSON.parse(
      JSON.stringify(toSarif(baseline, { include_resolved: true, baseline })),
    ) as {
      version: string;
      runs: { columnKind: string; results: Record<string, unknown>[] }[];
    };
    const [run] = log.runs;
    expect(log.version).toBe('2.1.0');
    expect(run?.columnKind).toBe('utf16CodeUnits');
    expect(run?.results.map(({ baselineState, level }) => [baselineState, level])).toEqual([
      ['absent', 'error'],
      ['absent', 'warning'],
      ['unchanged', 'note'],
    ]);
    expect(run?.results.at(-1)).toMatchObject({
      fingerprints: { 'kanmonIssue/v1': open?.issue_id },
      partialFingerprints: { 'kanmonRange/v1': open?.range_checksum },
      locations: [
        {
          physicalLocation: {
            region: {
              charOffset: open?.text_range?.start,
              charLength: 6,
            },
          },
        },
      ],
    });
    expect(JSON.stringify(log)).not.toContain('見知らぬ住所');
  });

  it('suppresses what was deferred, with the reason', async () => {
    const world = loopWorld(rules, recurring);
    const options = await loopOptions(world, { confirm: answering('reject') }, { count: 1 });
    await runFixLoop({ ...options, category_tool_map: asking });
    const log = JSON.stringify(toSarif(await world.workflow.view('S1', { actor })));
    expect(log).toContain(
      '"suppressions":[{"kind":"external","status":"accepted","justification":"USER_REJECTED_TOOL"}]',
    );
  });
});

describe('metrics', () => {
  it('count a session, from a view or from its events', async () => {
    const world = await finishedWorld();
    const counted = metrics(await world.workflow.view('S1', { actor }));
    expect(counted).toMatchObject({
      issues: 6,
      fixes_applied: 5,
      by_state: { Resolved: 2, Recurrence: 3, New: 1 },
      resolved_share: 0.4,
      recurrence_share: 0.6,
    });
    expect(metrics(await world.events())).toEqual(counted);
  });

  it('hold their goals only on evidence', () => {
    const rows = pocReport({
      resumeMs: [10, 30_001, 20],
      storeMs: [301, 299],
      rechecks: Array.from({ length: 20 }, (_, index) => ({
        expected: 'Resolved',
        actual: index < 19 ? 'Resolved' : 'Partial',
      })),
      qc: [{ error: new ToolUnavailableError('x'), expected: 'QC-012' }],
    });
    expect(rows.map(({ metric, value, holds }) => [metric, value, holds])).toEqual([
      ['session_resume', 20, true],
      ['recheck_agreement', 0.95, true],
      ['store_answer', 300, true],
      ['store_save', 300, true],
      ['qc_mapping', 1, true],
    ]);
    const empty = pocReport({ resumeMs: [], storeMs: [], rechecks: [], qc: [] });
    expect(empty.every(({ holds }) => !holds)).toBe(true);
  });
});
