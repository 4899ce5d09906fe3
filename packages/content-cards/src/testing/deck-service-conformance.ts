import type { EventStore } from '@kanmon/core';
import { cardHash } from '../model/card-hash.ts';
import type { CardInput } from '../model/card.ts';
import { type ContentService, createContentService } from '../service/content-service.ts';
import { foldDeck } from '../service/deck.ts';
import type { ServiceResult } from '../service/service-error.ts';
import { verifyApproved } from '../service/verify-approved.ts';
import { type ConformanceCase, expectEqual } from './app-bench.ts';

const caller = { actor: 'editor@example.com', requestId: 'conformance' };
const ref = { spec_id: 'deck', slide_id: 'a' };
const star = { ifMatch: '*' };

function card(slide_id: string): CardInput {
  return { slide_id, title: '題', body: ['一行目'], intent: 'x', story: { phase: 'p' } };
}

function statusOf(result: ServiceResult<unknown>): string {
  return result.ok ? 'ok' : result.error.code;
}

/** The guarantees of the service on an event store, each on a new, empty one. */
const guarantees: Readonly<
  Record<string, (service: ContentService, store: EventStore) => Promise<void>>
> = {
  'writers of different cards never conflict, writers of one have one winner': async (
    service,
    store,
  ) => {
    const services = [service, createContentService({ store })] as const;
    const ids = Array.from({ length: 10 }, (_, index) => `c${index}`);
    await service.createCards({ spec_id: 'deck', cards: ids.map(card) }, caller);
    const patch = (slide_id: string, index: number, ifMatch: string): Promise<string> =>
      services[index % 2 === 0 ? 0 : 1]
        .patchCard({ spec_id: 'deck', slide_id }, { title: `版${index}` }, { ifMatch }, caller)
        .then(statusOf);
    const results = await Promise.all(
      ids.map((id, index) => patch(id, index, `cards-${index + 1}`)),
    );
    expectEqual([...new Set(results)], ['ok'], 'different cards');
    const view = await service.getCard({ spec_id: 'deck', slide_id: 'c0' });
    const revision = view.ok ? view.value.revision : '';
    const same = await Promise.all(ids.map((_, index) => patch('c0', index + 10, revision)));
    expectEqual(same.filter((status) => status === 'ok').length, 1, 'one winner');
  },
  'the fold over the history is the live state, and the approved document verifies': async (
    service,
  ) => {
    await service.createCards({ spec_id: 'deck', cards: [card('a')] }, caller);
    await service.patchCard(ref, { body: ['改'] }, star, caller);
    await service.approveCard(ref, {}, star, caller);
    const deck = await foldDeck(service.history({ spec_id: 'deck' }));
    const hash = cardHash({ ...card('a'), body: ['改'] });
    expectEqual(deck.cards.get('a')?.content_hash, hash, 'hash');
    const exported = await service.exportApproved({ spec_id: 'deck' });
    const document = exported.ok ? exported.value.document : {};
    const { ok } = await verifyApproved(document, service.history({ spec_id: 'deck' }));
    expectEqual(ok, true, 'verified');
  },
  'a key gives the first result again, and another body is refused': async (service) => {
    await service.createCards({ spec_id: 'deck', cards: [card('a')] }, caller);
    const keyed = { ...caller, idempotencyKey: 'k' };
    const first = await service.patchCard(ref, { title: '一' }, star, keyed);
    await service.patchCard(ref, { title: '二' }, star, caller);
    const again = await service.patchCard(ref, { title: '一' }, star, keyed);
    expectEqual(again, { ...first, replayed: true }, 'replay');
    const other = await service.patchCard(ref, { title: '三' }, star, keyed);
    expectEqual(statusOf(other), 'idempotency_key_reused', 'another body');
  },
  'a rollback is new events, and the log pages in the order of the store': async (service) => {
    await service.createCards({ spec_id: 'deck', cards: [card('a'), card('b')] }, caller);
    const snapshot = await service.snapshot({ spec_id: 'deck', name: '初稿' }, caller);
    await service.patchCard(ref, { title: '別' }, star, caller);
    const version = snapshot.ok ? snapshot.value.version : 0;
    await service.rollback({ spec_id: 'deck', version }, caller);
    const view = await service.getCard(ref);
    expectEqual(view.ok ? view.value.title : '', '題', 'title');
    const actions: string[] = [];
    let offset: string | null = '';
    while (offset !== null) {
      const page = await service.logs({ limit: 2, ...(offset === '' ? {} : { offset }) });
      if (!page.ok) break;
      actions.push(...page.value.items.map(({ action }) => action));
      offset = page.value.next_offset;
    }
    expectEqual(actions, ['create', 'create', 'update', 'rollback'], 'log');
  },
};

/** The guarantees of the service on any event store. `createStore` returns a new, empty one. */
export function deckServiceConformance(
  createStore: () => EventStore | Promise<EventStore>,
): readonly ConformanceCase[] {
  return Object.entries(guarantees).map(([name, prove]) => ({
    name,
    async run() {
      const store = await createStore();
      await prove(createContentService({ store }), store);
      await store.close();
    },
  }));
}
