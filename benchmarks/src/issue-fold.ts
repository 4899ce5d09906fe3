/**
 * The view of a session out of its history of 100,000 events, against JSON.parse of the same lines: what it
 * costs to open a long session.
 * pnpm bench issue-fold
 */
import { foldSession, type SessionEvent } from '@kanmon/issue-tracker';
import { interleave, milliseconds, ratio, spreads } from './support/rounds.ts';
import { writeResult } from './support/write-result.ts';

const rounds = 11;
const eventCount = 100_000;

const lines = historyOf(eventCount).map((event) => JSON.stringify(event));
const parse: (line: string) => SessionEvent = JSON.parse;
const events = lines.map(parse);
const view = foldSession(events);
if (view.unknown_events > 0 || view.session.state_version !== eventCount) {
  throw new Error(`expected ${eventCount} known events, ${view.unknown_events} were not`);
}

const samples = await interleave(
  {
    fold: () => foldSession(events),
    'JSON.parse of the lines': () => {
      for (const line of lines) parse(line);
    },
  },
  milliseconds,
  { rounds, warmUpRounds: 2 },
);
writeResult('issue-fold', {
  peers: [],
  figures: {
    rounds,
    events: eventCount,
    issues: view.issues.length,
    charactersPerEvent: Math.round(lines.reduce((sum, { length }) => sum + length, 0) / eventCount),
    milliseconds: spreads(samples),
    ratio: ratio(samples, 'fold', 'JSON.parse of the lines'),
  },
});

/** Issues that are opened, fixed, verified and moved, one after another. */
function historyOf(count: number): readonly SessionEvent[] {
  const stages = [opened, planned, applied, verified, relocated];
  return Array.from({ length: count }, (_, index): SessionEvent => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
    const version = index + 1;
    if (index === 0) {
      const data = { session_id: 'S', episode_number: 1, initiator: 'editor@example.com' };
      return { type: 'session-started', data, version, at };
    }
    const stage = stages[(index - 1) % stages.length] ?? opened;
    const number = Math.floor((index - 1) / stages.length);
    return { ...stage(`ISSUE-1-${String(number).padStart(10, '0')}`, number), version, at };
  });
}

type Stage = (issue_id: string, number: number) => Pick<SessionEvent, 'type' | 'data'>;

function opened(issue_id: string, number: number): ReturnType<Stage> {
  return {
    type: 'issue-opened',
    data: {
      issue_id,
      category: 'style',
      severity: 'medium',
      description: '同じ文末が三回続きます。二つ目の文末を変えてください。',
      text_range: { start: number * 40, end: number * 40 + 24 },
    },
  };
}

function planned(issue_id: string): ReturnType<Stage> {
  return {
    type: 'fix-planned',
    data: {
      issue_id,
      resolution_attempt: 1,
      planned_tool: 'rewrite',
      plan_description: '二つ目の文末を言い換える',
      planned_by: 'planner',
    },
  };
}

function applied(issue_id: string): ReturnType<Stage> {
  return {
    type: 'fix-applied',
    data: {
      issue_id,
      resolution_attempt: 1,
      applied_fix_description: '「です」を「でしょう」に変えた',
      applied_by: 'rewriter',
      tool_used: 'rewrite',
      diff_ref: null,
      manuscript_hash: `sha256:${'0'.repeat(64)}`,
    },
  };
}

function verified(issue_id: string): ReturnType<Stage> {
  return {
    type: 'fix-verified',
    data: {
      issue_id,
      resolution_attempt: 1,
      recurrence_score: 0.1,
      recurrence_flag: false,
      verification_status: 'resolved',
      verification_snapshot_id: 'snapshot-1',
      state: 'Resolved',
      reason: 'score',
      successor_issue_id: null,
    },
  };
}

function relocated(issue_id: string, number: number): ReturnType<Stage> {
  return {
    type: 'issue-relocated',
    data: { issue_id, text_range: { start: number * 40 + 1, end: number * 40 + 25 } },
  };
}
