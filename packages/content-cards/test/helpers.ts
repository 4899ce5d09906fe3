import { createMemoryEventStore, type EventStore, type StoredEvent } from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import type { CardInput } from '../src/model/card.ts';
import type { Caller } from '../src/service/caller.ts';
import {
  type ContentService,
  type ContentServiceOptions,
  createContentService,
} from '../src/service/content-service.ts';
import type { ServiceResult } from '../src/service/service-error.ts';

export const editor: Caller = { actor: 'editor@example.com', requestId: 'req-1' };

export function sampleCard(id: string, more: Partial<CardInput> = {}): CardInput {
  return {
    slide_id: id,
    title: 'アジェンダ',
    body: ['背景整理', '提案サマリー'],
    table_data: null,
    intent: 'outline',
    story: { phase: 'introduction', chapter_id: 'ch-01', angle: '背景整理' },
    ...more,
  };
}

export interface Bench {
  readonly service: ContentService;
  readonly store: EventStore;
  readonly clock: ManualClock;
}

export function createBench(options: Partial<ContentServiceOptions> = {}): Bench {
  const clock = createManualClock('2026-01-01T00:00:00.000Z');
  const store = options.store ?? createMemoryEventStore({ clock });
  return { clock, store, service: createContentService({ clock, ...options, store }) };
}

/** The value of a result that must be one. */
export function valueOf<T>(result: ServiceResult<T>): T {
  if (!result.ok)
    throw new Error(`refused: ${result.error.code} ${JSON.stringify(result.error.details)}`);
  return result.value;
}

/** The code of a refusal, or 'ok'. */
export function codeOf(result: ServiceResult<unknown>): string {
  return result.ok ? 'ok' : result.error.code;
}

/** The whole history of a deck. */
export async function eventsOf(service: ContentService, spec_id: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of service.history({ spec_id })) events.push(event);
  return events;
}
