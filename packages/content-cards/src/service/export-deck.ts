import { fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import type { ApprovalDocument, Slide } from '../model/documents.ts';
import type { LogEntry } from '../model/log.ts';
import { slideOfCard } from '../model/slide.ts';
import type { CardState } from './card-state.ts';
import type { DeckStore } from './deck-store.ts';
import { storedLogEntry } from './log-entry.ts';
import { done, refuse, type ServiceResult } from './service-error.ts';

/** A document with the log that belongs to it. */
export interface ExportResult {
  readonly document: ApprovalDocument;
  readonly log: readonly LogEntry[];
}

/** The approved slides of a deck; with `all`, every card must be approved. */
export async function exportApproved(
  store: DeckStore,
  specId: string,
  only: 'all' | 'approved',
): Promise<ServiceResult<ExportResult>> {
  const { cards, version } = await store.load(specId);
  if (version === 0) return refuse('not_found');
  const states = [...cards.values()];
  const open = states.flatMap(({ card, status }, index) =>
    status === 'approved'
      ? []
      : [{ ...fieldIssue(['slides', index, 'status'], 'unknown_value'), field: card.slide_id }],
  );
  if (only === 'all' && open.length > 0) return refuse('not_approved', open);
  const slides = states.filter(({ status }) => status === 'approved').map(approvedSlide);
  return done({ document: { slides }, log: await deckLog(store, specId) });
}

/** Exports every card of a deck in its present state. */
export async function exportDraft(
  store: DeckStore,
  specId: string,
): Promise<ServiceResult<ExportResult>> {
  const { cards, version } = await store.load(specId);
  if (version === 0) return refuse('not_found');
  const slides = Array.from(cards.values(), (state) =>
    state.status === 'approved'
      ? approvedSlide(state)
      : slideOfCard(state.card, {
          status: state.status,
          review: state.review,
          applied_autofix: state.applied_autofix,
        }),
  );
  return done({ document: { slides }, log: await deckLog(store, specId) });
}

/** An approved card as its document shows it: with the review that the approver had, not a later one. */
export function approvedSlide(state: CardState): Slide {
  const { card, approval, approvedReview } = state;
  return slideOfCard(card, {
    status: 'approved',
    review: approvedReview,
    applied_autofix: approval?.applied_autofix ?? [],
    ...withoutUndefined({ approval: approval ?? undefined }),
  });
}

async function deckLog(store: DeckStore, specId: string): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const event of store.events(specId)) {
    const entry = storedLogEntry(event);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}
