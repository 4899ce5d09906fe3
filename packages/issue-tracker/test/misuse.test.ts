import { createMemoryEventStore, InvalidArgumentError, sha256Hex } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import {
  confirmAlignment,
  createAnchor,
  createIssueId,
  createIterationMeter,
  createRemapper,
  createWorkflowStateStore,
  foldSession,
  mergePolicy,
  nextIssueState,
  runFixLoop,
  scoreRecurrence,
  selectTools,
} from '../src/index.ts';
import { createFixLoopGraph } from '../src/langgraph.ts';
import {
  applyFixDiff,
  createFixDiff,
  createManuscriptReader,
  redactExcerpts,
  takeExcerpt,
} from '../src/manuscript.ts';
import { metrics, pocReport } from '../src/reports.ts';
import { toSarif } from '../src/sarif.ts';

const actor = { id: 'a' };
const hash = 'a'.repeat(64);
const span = { start: 3, end: 5 };
const wrong: readonly unknown[] = [undefined, null, 5, {}, Number.NaN];

async function openSession(episode: number | string = 1) {
  const workflow = createWorkflowStateStore({ store: createMemoryEventStore() });
  const session = await workflow.beginSession({ episode_number: episode, initiator: 'a' });
  return { workflow, session };
}

const { workflow, session } = await openSession();
await workflow.transaction(session, (transaction) => {
  transaction.addIssue({
    step_id: 's',
    manuscript_version_id: 'v',
    manuscript_hash: hash,
    category: 'c',
    severity: 'low',
    text_range: null,
    range_checksum: null,
    description: 'd',
    scope: 'document',
  });
});

const remapper = createRemapper('a', 'b');
const reader = createManuscriptReader({ sources: {} });
const options = { oldText: null, newText: '' };

const text = 'x';
const ports = {
  check: async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return [];
  },
  plan: async () => null,
  apply: async () => null,
  manuscripts: {
    read: async () => text,
    write: async () => {
      throw new Error('nothing is written');
    },
  },
};

/** Functions with an argument of the wrong kind. */
const misuses: Readonly<Record<string, (value: never) => unknown>> = {
  endSession: (value) => workflow.endSession(session, value ?? ('complete' as never)),
  'unresolved min_severity': (value) =>
    workflow.unresolved({ actor, min_severity: value ?? ('HIGH' as never) }),
  'unresolved states': (value) =>
    workflow.unresolved({ actor, states: value ?? (['new'] as never) }),
  'unresolved episode_number': (value) =>
    workflow.unresolved({
      actor,
      episode_number: Number(value) > 0 ? '' : (value ?? -1),
    }),
  'unresolved actor': (value) => workflow.unresolved({ actor: value }),
  'view actor': (value) => workflow.view(session.sessionId, { actor: value }),
  'at actor': (value) => workflow.at(session.sessionId, { version: 1 }, { actor: value }),
  'at version': (value) =>
    workflow.at(session.sessionId, { version: value === 5 ? 0.5 : value }, { actor }),
  'at time': (value) => workflow.at(session.sessionId, { time: value }, { actor }),
  'timeline actor': (value) => workflow.timeline(session.sessionId, { actor: value }),
  'fixTrace actor': (value) => workflow.fixTrace(session.sessionId, { actor: value }),
  'audit actor': (value) => workflow.audit({ actor: value }),
  'audit month': (value) => workflow.audit({ actor, month: value ?? '2026-01' }),
  'resumeSession actor': (value) => workflow.resumeSession('S', { actor: value }),
  'takeExcerpt margin': (value) =>
    takeExcerpt('abcdefgh', span, { margin: value === 5 ? -1 : (value ?? -2) }),
  'takeExcerpt maxChars': (value) =>
    takeExcerpt('abcdefgh', span, { maxChars: value === 5 ? 0 : (value ?? 1.5) }),
  'createAnchor contextChars': (value) =>
    createAnchor('abcdefgh', span, { contextChars: value === 5 ? -1 : (value ?? 0.5) }),
  'createIterationMeter policy': () => createIterationMeter({ maxRounds: 1 } as never),
  'createIterationMeter record': (value) =>
    createIterationMeter({}).record(value === 5 ? { open_issues: -1 } : { open_issues: value }),
  'mergePolicy commandLine': (value) =>
    mergePolicy({}, JSON.stringify(value) === '{}' ? ({ rounds: 1 } as never) : value),
  confirmAlignment: (value) => confirmAlignment(value, 'text', { start: 0, end: 1 }, 'a'),
  'confirmAlignment by': (value) =>
    confirmAlignment(createAnchor('abcdefgh', span), 'abcdefgh', span, value),
  createIssueId: (value) => createIssueId(value, value),
  foldSession: (value) => foldSession(value),
  nextIssueState: (value) => nextIssueState(value, 'deferred'),
  'scoreRecurrence issues': (value) => scoreRecurrence(value, [], options),
  'scoreRecurrence findings': (value) => scoreRecurrence([], value, options),
  selectTools: (value) => selectTools(value, {}),
  'selectTools severity': (value) =>
    selectTools({ category: 'c', severity: value ?? ('HIGH' as never) }, {}),
  createFixLoopGraph: (value) => createFixLoopGraph(value, {} as never),
  runFixLoop: (value) =>
    runFixLoop({
      workflow: value,
      session,
      ports,
      step_ids: ['s'],
      category_tool_map: {},
      manuscript_hash: hash,
    }),
  'runFixLoop session': (value) =>
    runFixLoop({
      workflow,
      session: value,
      ports,
      step_ids: ['s'],
      category_tool_map: {},
      manuscript_hash: hash,
    }),
  remapAll: (value) => remapper.remapAll(value),
  'remapAll([value])': (value) => remapper.remapAll([value]),
  'createFixDiff before': (value) => createFixDiff(value, 'a'),
  'createFixDiff after': (value) => createFixDiff('a', value),
  'applyFixDiff before': (value) => applyFixDiff(value, 'a'),
  'applyFixDiff text': (value) => applyFixDiff('a', value),
  'redactExcerpts freeText': (value) => redactExcerpts(value, 'a'),
  'redactExcerpts manuscript': (value) => redactExcerpts('a', value),
  fetch: (value) => reader.fetch(value),
  'createManuscriptReader sources': (value) =>
    createManuscriptReader({ sources: { fetch_artifact: value ?? 'x' } }),
  'createManuscriptReader timeoutMs': (value) =>
    createManuscriptReader({ sources: {}, timeoutMs: value === 5 ? -1 : (value ?? 0) }),
  metrics: (value) => metrics(value),
  pocReport: (value) => pocReport(value),
  toSarif: (value) => toSarif(value),
  'toSarif baseline': (value) => toSarif(foldSession([]), { baseline: value ?? ({} as never) }),
};

describe('an argument of the wrong kind', () => {
  it.each(Object.entries(misuses))('is refused by %s', async (_name, misuse) => {
    for (const value of wrong) {
      const call = async () => misuse(value as never);
      await expect(call(), String(value)).rejects.toThrow(InvalidArgumentError);
    }
  });
});

describe('a session', () => {
  it('stays open when its end has an unknown status', async () => {
    const open = await openSession();
    const end = open.workflow.endSession(open.session, 'complete' as never);
    await expect(end).rejects.toThrow("'completed', 'aborted' or 'failed'");
    await open.workflow.endSession(open.session, 'completed');
    const { session: ended } = await open.workflow.view(open.session.sessionId, { actor });
    expect(ended.current_status).toBe('completed');
  });

  it('is not there before its first event', async () => {
    for (const point of [{ version: 0 }, { time: new Date('2020-01-01') }])
      await expect(workflow.at(session.sessionId, point, { actor })).rejects.toThrow(
        'expected a point at which the session existed',
      );
    const view = await workflow.at(session.sessionId, { version: 1 }, { actor });
    expect(view.session).toMatchObject({ initiator: 'a', current_status: 'running' });
  });

  it('is found by its episode as a number and as a text, as its lock is', async () => {
    for (const episode of [1, '1'])
      expect(await workflow.unresolved({ actor, episode_number: episode })).toHaveLength(1);
    expect(await workflow.unresolved({ actor, episode_number: 2 })).toHaveLength(0);
    expect(await workflow.unresolved({ actor, min_severity: 'high' })).toHaveLength(0);
  });
});

describe('a second loop of a session', () => {
  it('is refused while the first is under way, which passes', async () => {
    const open = await openSession();
    const run = () =>
      runFixLoop({
        ...open,
        manuscript_hash: sha256Hex(text),
        step_ids: ['s'],
        category_tool_map: { '*': { tool_id: 'r' } },
        ports,
      });
    const [first, second] = await Promise.allSettled([run(), run()]);
    expect(first).toMatchObject({ value: { status: 'passed' } });
    expect(second).toMatchObject({
      reason: {
        code: 'issue-session-locked',
        message: 'a loop of this session is under way; wait for its result before the next run',
      },
    });
    expect(await run()).toMatchObject({ status: 'passed' });
    await open.workflow.endSession(open.session);
    const view = await open.workflow.view(open.session.sessionId, { actor });
    expect(view.session.current_status).toBe('completed');
  });
});

describe('a listener that throws', () => {
  it('does not fail the fetch of a manuscript', async () => {
    const onLog = () => {
      throw new Error('logger down');
    };
    const sources = { fetch_artifact: async () => '原稿' };
    const answer = await createManuscriptReader({ sources, onLog }).fetch(sha256Hex('原稿'));
    expect(answer).toMatchObject({ ok: true, text: '原稿' });
  });
});

describe('an error message', () => {
  const secret = '極秘：犯人は執事だった。'.repeat(20);

  it.each<[string, () => unknown]>([
    ['createAnchor', () => createAnchor(secret, null as never)],
    ['the range of createAnchor', () => createAnchor('a', secret as never)],
    ['createRemapper', () => createRemapper(secret, undefined as never)],
    ['remap', () => remapper.remap(secret as never)],
    ['remapAll', () => remapper.remapAll(secret as never)],
    ['createFixDiff', () => createFixDiff(secret, null as never)],
    ['redactExcerpts', () => redactExcerpts('a', [null, secret] as never)],
    ['takeExcerpt', () => takeExcerpt(secret, null as never)],
    ['foldSession', () => foldSession(secret as never)],
  ])('of %s does not quote the manuscript', (_name, call) => {
    expect(call).toThrow(/^(?!.*極秘).*expected/u);
  });
});
