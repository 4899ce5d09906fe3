import { describe, expect, it } from 'vitest';
import {
  chainHash,
  createMemoryEventStore,
  GENESIS_HASH,
  InvalidArgumentError,
  sha256Hex,
  type StoredEvent,
  verifyChain,
} from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { createManualClock } from '@kanmon/core/testing';
import { writeSample } from './support.ts';

const events = await writeSample(createMemoryEventStore({ clock: createManualClock() }));
const head = { version: 3, hash: events[2]?.hash ?? '' };

const parseEvent: (text: string) => StoredEvent = JSON.parse;

/** Returns the event that a store reads after its JSON was edited; null when the text is no longer JSON. */
function tryEdit(json: string, position: number): StoredEvent | null {
  try {
    return parseEvent(`{"position":${position},${json.slice(1)}`);
  } catch {
    return null;
  }
}

function verdict(list: readonly StoredEvent[]): Promise<unknown> {
  return verifyChain(list);
}

describe('a wrong argument', () => {
  it.each<[string, readonly unknown[]]>([
    ['nothing', []],
    ['the event alone', [events[0]]],
    ['no event', [GENESIS_HASH]],
    ['a list', [GENESIS_HASH, events]],
  ])('of chainHash is refused: %s', (_, given) => {
    const call = (): unknown => Reflect.apply(chainHash, undefined, given) as unknown;
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow('expected an event to hash, got');
  });
});

describe('chainHash', () => {
  it('is SHA-256 of the previous hash, a line feed and the canonical record', () => {
    expect(GENESIS_HASH).toBe('0'.repeat(64));
    const record =
      '{"actor":"mika","at":"2026-01-01T00:00:00.000Z","data":{"n":1.5,"title":"題名"},"requestId":"r-1","streamId":"sample","type":"opened","version":1}';
    expect(events[0]?.hash).toBe(sha256Hex(`${GENESIS_HASH}\n${record}`));
    const second =
      '{"at":"2026-01-01T00:00:00.000Z","data":["x",null,true],"streamId":"sample","type":"noted","version":2}';
    expect(events[1]?.hash).toBe(sha256Hex(`${events[0]?.hash}\n${second}`));
  });

  it('does not depend on the position', () => {
    const [first] = events;
    if (first === undefined) throw new Error('no event');
    const { position, hash, ...event } = first;
    expect(position).toBe(1);
    expect(chainHash(GENESIS_HASH, event)).toBe(hash);
    expect(chainHash(GENESIS_HASH, first)).toBe(hash);
  });
});

describe('verifyChain', () => {
  it('accepts a stream, a part of one, and an empty one', async () => {
    expect(await verifyChain(events)).toEqual({ ok: true, ...head });
    expect(await verifyChain(events, { head })).toEqual({ ok: true, ...head });
    const previousHash = events[0]?.hash ?? '';
    expect(await verifyChain(events.slice(1), { previousHash })).toEqual({ ok: true, ...head });
    expect(await verifyChain([])).toEqual({ ok: true, version: 0, hash: GENESIS_HASH });
  });

  it('finds every one-byte edit of every event', async () => {
    const verdicts: Promise<{ readonly ok: boolean }>[] = [];
    for (const [index, event] of events.entries()) {
      const { position, ...hashed } = event;
      const json = JSON.stringify(hashed);
      for (let at = 0; at < json.length; at += 1) {
        for (const character of 'x01" ') {
          const copy = tryEdit(json.slice(0, at) + character + json.slice(at + 1), position);
          const isChanged =
            copy !== null && canonicalJson({ ...copy }) !== canonicalJson({ ...event });
          if (isChanged) verdicts.push(verifyChain(events.with(index, copy)));
        }
      }
    }
    const results = await Promise.all(verdicts);
    expect(results.length).toBeGreaterThan(500);
    expect(results.filter(({ ok }) => ok)).toEqual([]);
  });

  it('reports the version and the reason', async () => {
    const [first, second, third] = events;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three');
    expect(await verdict([first, third])).toEqual({ ok: false, version: 2, reason: 'gap' });
    expect(await verdict([second, third])).toEqual({ ok: false, version: 1, reason: 'gap' });
    expect(await verdict([second, first, third])).toEqual({ ok: false, version: 1, reason: 'gap' });
    expect(await verdict([first, first, second])).toEqual({ ok: false, version: 2, reason: 'gap' });
    const foreign = { ...second, streamId: 'other' };
    expect(await verdict([first, foreign])).toEqual({ ok: false, version: 2, reason: 'stream' });
    const retyped = { ...second, type: 'erased' };
    expect(await verdict([first, retyped])).toEqual({ ok: false, version: 2, reason: 'hash' });
    const unreadable = {
      ...third,
      get data(): null {
        throw new Error('not readable');
      },
    };
    expect(await verdict([first, second, unreadable])).toEqual({
      ok: false,
      version: 3,
      reason: 'hash',
    });
  });

  it('finds a cut tail and a rebuilt chain only by a head', async () => {
    expect(await verifyChain(events.slice(0, 2))).toHaveProperty('ok', true);
    expect(await verifyChain(events.slice(0, 2), { head })).toEqual({
      ok: false,
      version: 3,
      reason: 'head',
    });
    const rebuilt = await writeSample(
      createMemoryEventStore({ clock: createManualClock('2027-01-01') }),
    );
    expect(await verifyChain(rebuilt)).toHaveProperty('ok', true);
    expect(await verifyChain(rebuilt, { head })).toEqual({ ok: false, version: 3, reason: 'head' });
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'x'],
    ['an object without members', {}],
    ['a misspelt version', { verson: 3, hash: head.hash }],
    ['a version as text', { version: '3', hash: 'f'.repeat(64) }],
    ['a bigint', { version: 3n, hash: 'f'.repeat(64) }],
    ['NaN', { version: Number.NaN, hash: head.hash }],
    ['no hash', { version: 3 }],
  ])('refuses a head that it cannot compare: %s', async (_, wrong) => {
    await expect(verifyChain(events, { head: wrong as never })).rejects.toThrow(
      InvalidArgumentError,
    );
  });

  it('compares a head before the first event', async () => {
    const previousHash = events[1]?.hash ?? '';
    const tail = (version: number, hash: string): Promise<unknown> =>
      verifyChain(events.slice(2), { previousHash, head: { version, hash } });
    expect(await tail(2, previousHash)).toEqual({ ok: true, ...head });
    expect(await tail(2, 'f'.repeat(64))).toEqual({ ok: false, version: 2, reason: 'head' });
    // A part of the stream proves nothing about an older head.
    expect(await tail(1, events[0]?.hash ?? '')).toEqual({ ok: false, version: 1, reason: 'head' });
    const beginning = (hash: string): Promise<unknown> =>
      verifyChain(events, { head: { version: 0, hash } });
    expect(await beginning(GENESIS_HASH)).toEqual({ ok: true, ...head });
    expect(await beginning('f'.repeat(64))).toEqual({ ok: false, version: 0, reason: 'head' });
    const empty = verifyChain([], { head: { version: 0, hash: 'f'.repeat(64) } });
    expect(await empty).toHaveProperty('reason', 'head');
  });

  it('accepts a stream that has grown since the head was stored', async () => {
    const earlier = { version: 1, hash: events[0]?.hash ?? '' };
    expect(await verifyChain(events, { head: earlier })).toEqual({ ok: true, ...head });
  });
});
