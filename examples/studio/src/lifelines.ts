import type { StoredEvent } from '@kanmon/core';
import type { Issue } from '@kanmon/issue-tracker';
import * as z from 'zod';

const text = z.string();
const range = z.object({ start: z.int(), end: z.int() });

const pointSchema = z.object({
  /** Index in `revisions`. */
  revision: z.int(),
  /** The state at the end of the revision. */
  state: z.enum(['open', 'reopened', 'ignored', 'fixed']),
  /** The difference to the revision before. */
  change: z.enum(['born', 'same', 'moved', 'changed', 'fixed', 'ignored', 'returned']),
  /** The place in the text of the revision; null where the finding has none there. */
  range: range.nullable(),
});

/** The history of a session by revisions: one lifeline for each finding. */
export const lifelinesSchema = z.object({
  revisions: z.array(z.object({ manuscript_hash: text, at: text, actor: text, findings: z.int() })),
  findings: z.array(
    z.object({
      /** The issue as it is now: an issue that recurs goes on under a new id. */
      issue_id: text,
      category: text,
      severity: text,
      description: text,
      suggestions: z.array(text),
      points: z.array(pointSchema),
      /** A question that waits for a person. */
      question: z.enum(['tool', 'alignment']).nullable(),
      reason: text.nullable(),
    }),
  ),
});

/** The history of a session by revisions. */
export type Lifelines = z.infer<typeof lifelinesSchema>;
/** One finding over the revisions. */
export type Lifeline = Lifelines['findings'][number];
/** A finding at one revision. */
export type LifePoint = z.infer<typeof pointSchema>;

/** A finding while the events are read. */
interface Track {
  readonly points: LifePoint[];
  issue: Pick<Issue, 'issue_id' | 'category' | 'severity' | 'description' | 'state'> &
    Pick<Issue, 'suggested_fixes' | 'text_range' | 'range_checksum' | 'manuscript_hash'>;
  /** The checksum at the revision before. */
  checksum: string | null;
  hasReturned: boolean;
  question: Lifeline['question'];
  reason: string | null;
}

/** The members of the events that are read; a session writes them. */
interface SessionData {
  readonly issue_id?: string;
  readonly manuscript_hash?: string;
  readonly adjustment_method?: string;
  readonly input_snapshot_hash?: string;
  readonly verification_snapshot_id?: string;
  readonly related_issue_ids?: readonly string[];
  readonly state?: Issue['state'];
  readonly kind?: Lifeline['question'];
  readonly defer_reason?: string;
}

/** Reads the events of a session once, and follows each finding over its revisions. */
export function readLifelines(events: Iterable<StoredEvent>): Lifelines {
  const revisions: Lifelines['revisions'] = [];
  /** By the id of each issue of a finding. */
  const tracks = new Map<string, Track>();
  const endRevision = (): void => {
    const current = revisions.at(-1);
    if (current === undefined) return;
    for (const track of new Set(tracks.values())) {
      const point = pointOf(track, revisions.length - 1, current.manuscript_hash);
      if (point === null) continue;
      track.points.push(point);
      track.checksum = track.issue.range_checksum;
      if (point.state === 'open' || point.state === 'reopened') current.findings += 1;
    }
  };
  for (const { type, data: stored, at, actor = '' } of events) {
    // The session checked the data of an event when it wrote it.
    const data = Object(stored) as SessionData;
    const hash = checkedHash(type, data);
    if (hash !== undefined && hash !== revisions.at(-1)?.manuscript_hash) {
      endRevision();
      revisions.push({ manuscript_hash: hash, at, actor, findings: 0 });
    }
    follow(tracks, type, data);
  }
  endRevision();
  const findings = [...new Set(tracks.values())].map(({ issue, points, question, reason }) => ({
    issue_id: issue.issue_id,
    category: issue.category,
    severity: issue.severity,
    description: issue.description,
    suggestions: issue.suggested_fixes.map(({ description }) => description),
    points,
    question,
    reason,
  }));
  return { revisions, findings };
}

/** Returns the hash of the text that was checked; undefined for an event that does not belong to a check. */
function checkedHash(type: string, data: SessionData): string | undefined {
  if (type === 'step-completed') return data.input_snapshot_hash;
  if (type === 'fix-verified') return data.verification_snapshot_id;
  if (type === 'issue-opened') return data.manuscript_hash;
  // A person who confirms a place does so in the text of the issue.
  const isMove = type === 'issue-relocated' && data.adjustment_method !== 'manual_confirmation';
  return isMove ? data.manuscript_hash : undefined;
}

function follow(tracks: Map<string, Track>, type: string, data: SessionData): void {
  const { issue_id: id } = data;
  if (id === undefined) return;
  if (type === 'issue-opened') {
    const issue = data as Track['issue'];
    const before = data.related_issue_ids?.map((each) => tracks.get(each)).find(Boolean);
    const track = before ?? newTrack(issue);
    if (before !== undefined) Object.assign(before, { issue, hasReturned: true, reason: null });
    tracks.set(id, track);
    return;
  }
  const track = tracks.get(id);
  // The verdict over an issue that recurs does not apply to its successor.
  if (track === undefined || track.issue.issue_id !== id) return;
  if (type === 'issue-relocated') track.issue = { ...track.issue, ...(data as Track['issue']) };
  else if (type === 'confirmation-requested') track.question = data.kind ?? null;
  else if (type === 'confirmation-given') track.question = null;
  else if (type === 'issue-deferred') {
    track.reason = data.defer_reason ?? null;
    track.issue = { ...track.issue, state: 'Deferred' };
  } else if (type === 'issue-resumed') {
    track.hasReturned = true;
    track.reason = null;
    track.issue = { ...track.issue, state: 'InProgress' };
  } else if (type === 'fix-verified') {
    track.issue = { ...track.issue, state: data.state ?? track.issue.state };
  }
}

function newTrack(issue: Track['issue']): Track {
  return { points: [], issue, checksum: null, hasReturned: false, question: null, reason: null };
}

/** Returns the point of a finding at the end of a revision; null after it was fixed. */
function pointOf(
  { issue, points, checksum, hasReturned }: Track,
  revision: number,
  hash: string,
): LifePoint | null {
  const before = points.at(-1);
  const isFixed = issue.state === 'Resolved';
  if (isFixed && before?.state === 'fixed') return null;
  const isHere = issue.manuscript_hash === hash && issue.text_range !== null && !isFixed;
  const { start = 0, end = 0 } = issue.text_range ?? {};
  const state = isFixed
    ? 'fixed'
    : issue.state === 'Deferred'
      ? 'ignored'
      : hasReturned
        ? 'reopened'
        : 'open';
  const point = { revision, state, range: isHere ? { start, end } : null } as const;
  if (before === undefined) return { ...point, change: 'born' };
  if (state !== before.state) return { ...point, change: changeTo[state] };
  if (checksum !== issue.range_checksum) return { ...point, change: 'changed' };
  const hasMoved = before.range !== null && isHere && before.range.start !== start;
  return { ...point, change: hasMoved ? 'moved' : 'same' };
}

/** The name of a change into a state. */
const changeTo = {
  open: 'same',
  reopened: 'returned',
  ignored: 'ignored',
  fixed: 'fixed',
} as const;
