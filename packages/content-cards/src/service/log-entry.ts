import type { StoredEvent } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import type { Grade } from '../model/card.ts';
import type { LogAction, LogEntry } from '../model/log.ts';
import { type DeckEvent, readDeckEvent, streamPrefix } from './deck-events.ts';
import { revisionOf } from './revision.ts';

/** The log action of each event; model calls and snapshots are not logged. */
const actions: Readonly<Record<DeckEvent['type'], LogAction | null>> = {
  'card-created': 'create',
  'card-updated': 'update',
  'autofix-applied': 'autofix',
  'card-restored': 'rollback',
  'card-reviewed': 'review',
  'card-review-failed': 'review',
  'card-approved': 'approve',
  'card-returned': 'return',
  'card-unlocked': 'unlock',
  'card-commented': 'comment',
  'source-warning-recorded': 'source_warning',
  'llm-call-recorded': null,
  'snapshot-taken': null,
};

/** The line of the log that an event is, or null for none: the same in the log and in the card's history. */
export function logEntryOf(read: DeckEvent, event: StoredEvent, specId: string): LogEntry | null {
  const action = actions[read.type];
  if (action === null) return null;
  const { data } = read;
  const slideId = 'slide_id' in data ? data.slide_id : null;
  return {
    spec_id: specId,
    slide_id: slideId,
    action,
    actor: data.actor ?? event.actor ?? '',
    timestamp: event.at,
    ...withoutUndefined({ notes: notesOf(read) }),
    applied_autofix: appliedBy(read),
    ...withoutUndefined({
      ai_grade: gradeOf(read),
      request_id: event.requestId,
      content_hash: hashIn(read),
    }),
    ...(slideId === null ? {} : { revision: revisionOf(event.version) }),
  };
}

/** The line of the log that a stored event of a deck is, or null for none. */
export function storedLogEntry(event: StoredEvent): LogEntry | null {
  const read = readDeckEvent(event);
  return read && logEntryOf(read, event, event.streamId.slice(streamPrefix.length));
}

/** Of the content that the event is about. */
function hashIn({ data }: DeckEvent): string | undefined {
  if ('content_hash' in data) return data.content_hash;
  return 'review' in data ? data.review.reviewed_hash : undefined;
}

function notesOf({ type, data }: DeckEvent): string | undefined {
  if (type === 'card-returned' || type === 'card-unlocked') return data.reason;
  if (type === 'card-commented' || type === 'source-warning-recorded') return data.notes;
  if (type === 'card-updated' && data.source === null) return 'source removed';
  if (type === 'card-approved')
    return data.override === undefined
      ? data.notes
      : [data.notes, `override: ${data.override.reason}`].filter(Boolean).join('\n');
  return undefined;
}

/** The ids of the fixes that an event records as applied. */
export function appliedBy({ type, data }: DeckEvent): readonly string[] {
  if (type === 'card-approved' || type === 'card-updated') return data.applied_autofix;
  return type === 'autofix-applied' ? [data.patch_id] : [];
}

function gradeOf({ type, data }: DeckEvent): Grade | undefined {
  if (type === 'card-approved') return data.grade ?? undefined;
  return 'review' in data ? data.review?.grade : undefined;
}
