import { describe, expect, it } from 'vitest';
import { createMemoryEventStore, eventStoreLimits } from '@kanmon/core';
import { checkAppend } from '@kanmon/core/kit';
import { memberOf, nested, rejectionOf, thrownBy } from '../support.ts';
import { all } from './support.ts';

const event = { type: 't', data: null };
const stored = { ...event, streamId: 'a', version: 1, position: 1, at: 'now', hash: 'h' };
const any = { expectedVersion: 'any' };
const mib = 1024 * 1024;

function codeOf(...parameters: Parameters<typeof checkAppend>): unknown {
  try {
    checkAppend(...parameters);
    return 'ok';
  } catch (error) {
    return memberOf(error, 'code');
  }
}

function withData(data: unknown): unknown {
  return codeOf('s', [{ type: 't', data }], any);
}

/** Text whose canonical JSON has this many bytes. */
function ofBytes(bytes: number): string {
  return 'x'.repeat(bytes - 2);
}

function unreadable(): never {
  throw new TypeError('a getter');
}

describe('limits of an append', () => {
  it.each<[string, unknown, string]>([
    ['one byte', 'a', 'ok'],
    ['any path-like text', '../../etc/passwd', 'ok'],
    ['512 bytes', 'あ'.repeat(170) + 'xx', 'ok'],
    ['C1 controls', 'a\u0085b', 'ok'],
    ['nothing', '', 'store-invalid-id'],
    ['513 bytes', 'あ'.repeat(171), 'store-invalid-id'],
    ['a line feed', 'a\nb', 'store-invalid-id'],
    ['a null character', 'a\0', 'store-invalid-id'],
    ['delete', 'a\u007f', 'store-invalid-id'],
    ['a lone surrogate', 'a\ud800', 'store-invalid-id'],
    ['a number', 5, 'store-invalid-id'],
    ['null', null, 'store-invalid-id'],
  ])('stream id: %s', (_name, id, code) => {
    expect(codeOf(id, [event], any)).toBe(code);
  });

  it('names a misspelt member, and does not ask to split what is empty', () => {
    expect(thrownBy(() => checkAppend('s', [{ ...event, actr: 'bob' }], any))).toHaveProperty(
      'message',
      'event 0 has the unknown member "actr", which would be lost; the members are type, data, actor and requestId',
    );
    expect(thrownBy(() => checkAppend('s', [], any))).toHaveProperty(
      'message',
      'one append takes 1 to 1000 events, got none',
    );
  });

  it('names the rule that an id breaks, and does not quote the id', () => {
    const error = thrownBy(() => checkAppend('secret\n', [event], any));
    expect(error).toHaveProperty(
      'message',
      'the stream id cannot be used: it has a control character',
    );
  });

  it.each<[string, unknown, string]>([
    ['none', [], 'store-limit'],
    ['1,000', Array.from({ length: 1000 }, () => event), 'ok'],
    ['1,001', Array.from({ length: 1001 }, () => event), 'store-limit'],
    ['no list', { 0: event, length: 1 }, 'store-invalid-event'],
    ['null in the list', [null], 'store-invalid-event'],
    ['no type', [{ data: 1 }], 'store-invalid-event'],
    [
      'a member that throws',
      [Object.defineProperty({ type: 't' }, 'data', { get: unreadable })],
      'store-invalid-event',
    ],
    ['a proxy that throws', [new Proxy(event, { ownKeys: unreadable })], 'store-invalid-event'],
    ['an empty type', [{ type: '', data: 1 }], 'store-invalid-event'],
    ['a type of 128 characters', [{ type: 'あ'.repeat(128), data: 1 }], 'ok'],
    ['a type of 129 characters', [{ type: 'x'.repeat(129), data: 1 }], 'store-invalid-event'],
    ['a type with a tab', [{ type: 'a\tb', data: 1 }], 'store-invalid-event'],
    ['no data', [{ type: 't' }], 'store-invalid-event'],
    ['an actor of 256 bytes', [{ ...event, actor: 'x'.repeat(256) }], 'ok'],
    ['an actor of 257 bytes', [{ ...event, actor: 'x'.repeat(257) }], 'store-invalid-event'],
    ['a misspelt actor', [{ ...event, actr: 'bob' }], 'store-invalid-event'],
    ['a stored event', [stored], 'ok'],
    ['an empty request id', [{ ...event, requestId: '' }], 'store-invalid-event'],
    ['a request id with half a pair', [{ ...event, requestId: '\udc00' }], 'store-invalid-event'],
  ])('events: %s', (_name, events, code) => {
    expect(codeOf('s', events, any)).toBe(code);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['an infinity', Infinity],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a lone surrogate', '\ud800'],
  ])('data: refuses %s with its pointer', (_name, value) => {
    expect(withData(value)).toBe('store-invalid-event');
    const error = thrownBy(() =>
      checkAppend('s', [event, { type: 't', data: { a: [value] } }], any),
    );
    expect(error).toMatchObject({
      code: 'store-invalid-event',
      details: { event: 1, pointer: '/a/0' },
    });
    expect(withData({ a: { b: value } })).toBe('store-invalid-event');
  });

  it('data: refuses cycles and nesting deeper than 128', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(withData(cycle)).toBe('store-invalid-event');
    expect(withData(nested(128))).toBe('ok');
    expect(withData(nested(129))).toBe('store-invalid-event');
    expect(withData(nested(1_000_000))).toBe('store-invalid-event');
  });

  it('data: accepts 1 MiB of canonical bytes, 8 MiB an append', () => {
    expect(withData(ofBytes(mib))).toBe('ok');
    expect(withData(ofBytes(mib + 1))).toBe('store-limit');
    expect(withData('あ'.repeat(349_525))).toBe('store-limit');
    const eight = Array.from({ length: 8 }, () => ({ type: 't', data: ofBytes(mib) }));
    expect(codeOf('s', eight, any)).toBe('ok');
    const error = thrownBy(() => checkAppend('s', [...eight, event], any));
    expect(error).toMatchObject({
      code: 'store-limit',
      details: { limit: 8 * mib, size: 8 * mib + 4 },
    });
  });

  it('data: stops early on few objects that repeat without end', () => {
    let data: unknown = 'x';
    for (let level = 0; level < 100; level += 1) data = [data, data];
    expect(withData(data)).toBe('store-limit');
  });

  it('messages never hold event data', () => {
    const data = { password: 'hunter2', x: Number.NaN };
    expect(thrownBy(() => checkAppend('s', [{ type: 't', data }], any))).toHaveProperty(
      'message',
      expect.not.stringContaining('hunter2'),
    );
  });

  it.each<[string, unknown, string]>([
    ['a version', { expectedVersion: 2 ** 53 - 1 }, 'ok'],
    ['a negative version', { expectedVersion: -1 }, 'store-invalid-option'],
    ['a fraction', { expectedVersion: 0.5 }, 'store-invalid-option'],
    ['NaN', { expectedVersion: Number.NaN }, 'store-invalid-option'],
    ['2^53', { expectedVersion: 2 ** 53 }, 'store-invalid-option'],
    ['another text', { expectedVersion: '1' }, 'store-invalid-option'],
    ['no version', {}, 'store-invalid-option'],
    ['no options', undefined, 'store-invalid-option'],
    ['a key of 256 bytes', { ...any, idempotencyKey: 'x'.repeat(256) }, 'ok'],
    ['a key of 257 bytes', { ...any, idempotencyKey: 'x'.repeat(257) }, 'store-invalid-option'],
    ['an empty key', { ...any, idempotencyKey: '' }, 'store-invalid-option'],
    ['a fence that is no lease', { ...any, fence: 'r' }, 'store-invalid-option'],
    ['no fence after all', { ...any, fence: undefined, idempotencyKey: undefined }, 'ok'],
  ])('options: %s', (_name, options, code) => {
    expect(codeOf('s', [event], options)).toBe(code);
  });

  it('are published, and cannot be changed', () => {
    expect(eventStoreLimits).toMatchObject({ eventsPerAppend: 1000, dataDepth: 128 });
    expect(Object.isFrozen(eventStoreLimits)).toBe(true);
  });
});

describe('limits of the other methods', () => {
  const store = createMemoryEventStore();

  it.each<[string, () => Promise<unknown>, string]>([
    ['read of a bad id', () => all(store.read('')), 'store-invalid-id'],
    ['a negative bound', () => all(store.read('a', { fromVersion: -1 })), 'store-invalid-option'],
    ['a broken bound', () => all(store.read('a', { toVersion: 1.5 })), 'store-invalid-option'],
    ['a negative position', () => all(store.readAll({ after: -1 })), 'store-invalid-option'],
    ['a broken limit', () => all(store.readAll({ limit: Number.NaN })), 'store-invalid-option'],
    [
      'a bad resource',
      () => store.acquireLease('\n', { owner: 'o', ttlMs: 1 }),
      'store-invalid-id',
    ],
    ['a bad owner', () => store.acquireLease('r', { owner: '', ttlMs: 1 }), 'store-invalid-id'],
    ['no time', () => store.acquireLease('r', { owner: 'o', ttlMs: 0 }), 'store-invalid-option'],
    [
      'half a millisecond',
      () => store.acquireLease('r', { owner: 'o', ttlMs: 1.5 }),
      'store-invalid-option',
    ],
    [
      'a day and more',
      () => store.acquireLease('r', { owner: 'o', ttlMs: 86_400_001 }),
      'store-invalid-option',
    ],
  ])('refuse %s', async (_name, call, code) => {
    expect(await rejectionOf(call)).toHaveProperty('code', code);
  });
});
