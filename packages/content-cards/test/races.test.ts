import { createMemoryEventStore, type EventStore } from '@kanmon/core';
import { describe, expect, test } from 'vitest';
import { createContentService } from '../src/index.ts';
import { codeOf, createBench, editor, sampleCard, valueOf } from './helpers.ts';

const ref = { spec_id: 'deck', slide_id: 'a' };

/** Each append waits for its turn of the event loop, so that services of one store really interleave. */
function slowed(store: EventStore): EventStore {
  return {
    ...store,
    append: async (...args) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
      return store.append(...args);
    },
  };
}

async function twoServices(ids: readonly string[]) {
  const store = slowed(createMemoryEventStore());
  const services = [createContentService({ store }), createContentService({ store })] as const;
  const cards = ids.map((id) => sampleCard(id));
  valueOf(await services[0].createCards({ spec_id: 'deck', cards }, editor));
  return services;
}

test('two reviewers on two cards, edit by edit, never see a conflict and lose nothing', async () => {
  const [hanako, taro] = await twoServices(['a', 'b']);
  const work = async (service: typeof hanako, slide_id: string): Promise<readonly string[]> => {
    const codes: string[] = [];
    let revision = valueOf(await service.getCard({ spec_id: 'deck', slide_id })).revision;
    for (let round = 0; round < 10; round += 1) {
      const edited = await service.patchCard(
        { spec_id: 'deck', slide_id },
        { title: `${slide_id} ${round}` },
        { ifMatch: revision },
        { ...editor, actor: slide_id },
      );
      codes.push(codeOf(edited));
      revision = valueOf(edited).revision;
    }
    const approved = await service.approveCard(
      { spec_id: 'deck', slide_id },
      {},
      { ifMatch: revision },
      { ...editor, actor: slide_id },
    );
    return [...codes, codeOf(approved)];
  };
  const codes = (await Promise.all([work(hanako, 'a'), work(taro, 'b')])).flat();
  expect(new Set(codes)).toEqual(new Set(['ok']));
  for (const slide_id of ['a', 'b']) {
    const view = valueOf(await hanako.getCard({ spec_id: 'deck', slide_id }));
    expect(view).toMatchObject({
      title: `${slide_id} 9`,
      status: 'approved',
      approved_by: slide_id,
    });
    expect(view.history).toHaveLength(12);
  }
});

test('approve against patch of one revision: one wins, and what is approved is what was seen', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [left, right] = await twoServices(['a']);
    const ifMatch = 'cards-1';
    const calls = [
      () => left.approveCard(ref, {}, { ifMatch }, editor),
      () => right.patchCard(ref, { title: '別' }, { ifMatch }, editor),
    ];
    if (round % 2 === 1) calls.reverse();
    const codes = (await Promise.all(calls.map((call) => call()))).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    const view = valueOf(await left.getCard(ref));
    expect(view.title).toBe(view.status === 'approved' ? 'アジェンダ' : '別');
  }
});

test('approve against approve: both get the same approval, which is written once', async () => {
  const [left, right] = await twoServices(['a']);
  const approve = (service: typeof left, actor: string) =>
    service.approveCard(ref, {}, { ifMatch: 'cards-1' }, { ...editor, actor });
  const [first, second] = await Promise.all([approve(left, 'hanako'), approve(right, 'taro')]);
  expect(valueOf(first)).toEqual(valueOf(second));
  const { items } = valueOf(await left.logs({ action: 'approve' }));
  expect(items).toHaveLength(1);
});

describe('readers of a deck', () => {
  test('share one read of the store while they wait', async () => {
    const inner = createMemoryEventStore();
    let reads = 0;
    const store: EventStore = {
      ...inner,
      read(...args) {
        reads += 1;
        return inner.read(...args);
      },
    };
    const { service } = createBench({ store });
    valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
    reads = 0;
    const views = await Promise.all(Array.from({ length: 50 }, () => service.getCard(ref)));
    expect(views.map(codeOf)).toEqual(views.map(() => 'ok'));
    // The one that runs when the others come, and the one that follows it.
    expect(reads).toBe(2);
  });

  test('wait for no writer, and see each change that was answered before', async () => {
    const inner = createMemoryEventStore();
    let disk: Promise<void> = Promise.resolve();
    let reach = (): void => undefined;
    const store: EventStore = {
      ...inner,
      append: async (...args) => {
        reach();
        await disk;
        return inner.append(...args);
      },
    };
    const { service } = createBench({ store });
    valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
    const isReached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    let release = (): void => undefined;
    disk = new Promise((resolve) => {
      release = resolve;
    });
    const writing = service.patchCard(ref, { title: '別' }, { ifMatch: '*' }, editor);
    await isReached;
    expect(valueOf(await service.getCard(ref)).title).toBe('アジェンダ');
    release();
    valueOf(await writing);
    expect(valueOf(await service.getCard(ref)).title).toBe('別');
  });

  test('get the deck from a read that follows a failed one', async () => {
    const inner = createMemoryEventStore();
    let failing = false;
    const store: EventStore = {
      ...inner,
      read: (...args) => {
        if (failing) throw new Error('the disk is gone');
        return inner.read(...args);
      },
    };
    const { service } = createBench({ store });
    valueOf(await service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor));
    failing = true;
    const [first, second] = await Promise.all([service.getCard(ref), service.getCard(ref)]);
    expect([codeOf(first), codeOf(second)]).toEqual(['storage_error', 'storage_error']);
    failing = false;
    expect(codeOf(await service.getCard(ref))).toBe('ok');
  });
});

describe('a store that fails at append n', () => {
  test.each([1, 2, 3, 4])('%d', async (failing) => {
    const inner = createMemoryEventStore();
    const told: unknown[] = [];
    let appends = 0;
    const store: EventStore = {
      ...inner,
      append: (...args) => {
        appends += 1;
        return appends === failing ? Promise.reject(new Error('disk full')) : inner.append(...args);
      },
    };
    const logger = {
      debug() {},
      info() {},
      warn() {},
      error: (line: object | string) => told.push(line),
    };
    const { service } = createBench({ store, logger });
    const calls = [
      () => service.createCards({ spec_id: 'deck', cards: [sampleCard('a')] }, editor),
      () => service.patchCard(ref, { title: '一' }, { ifMatch: '*' }, editor),
      () => service.approveCard(ref, {}, { ifMatch: '*' }, editor),
      () => service.unlockCard(ref, { reason: '直し' }, { ifMatch: '*' }, editor),
    ];
    for (const [index, call] of calls.entries()) {
      const first = await call();
      expect([index + 1, codeOf(first)]).toEqual([
        index + 1,
        index + 1 === failing ? 'storage_error' : 'ok',
      ]);
      // The same call may be repeated, and is then done once.
      if (!first.ok) expect(codeOf(await call())).toBe('ok');
    }
    expect(told).toHaveLength(1);
    const { items } = valueOf(await service.logs());
    expect(items.map(({ action }) => action)).toEqual(['create', 'update', 'approve', 'unlock']);
  });
});
