import type { StoredEvent } from '@kanmon/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyApproved, verifyApprovedText } from '../src/service/verify-approved.ts';
import { createBench, editor, eventsOf, sampleCard, valueOf } from './helpers.ts';

type Json = Record<string, unknown>;

let text = '';
let history: StoredEvent[] = [];

beforeAll(async () => {
  const { service } = createBench();
  const ids = ['a', 'b', 'draft', 'c'];
  valueOf(
    await service.createCards({ spec_id: 'job-1', cards: ids.map((id) => sampleCard(id)) }, editor),
  );
  for (const slide_id of ['a', 'b', 'c'])
    valueOf(
      await service.approveCard({ spec_id: 'job-1', slide_id }, {}, { ifMatch: '*' }, editor),
    );
  const exported = valueOf(await service.exportApproved({ spec_id: 'job-1', only: 'approved' }));
  text = JSON.stringify(exported.document);
  history = await eventsOf(service, 'job-1');
});

const read = () => JSON.parse(text) as Json & { slides: Json[] };
const codesOf = async (document: unknown) => {
  const { ok, findings } = await verifyApproved(document, history);
  expect(ok).toBe(findings.length === 0);
  return findings.map(({ code, path }) => `${code} ${path}`);
};
const codesOfText = async (document: string) =>
  (await verifyApprovedText(document, history)).findings.map(({ code, path }) => `${code} ${path}`);

test('accepts what was exported, as a value and as a text', async () => {
  expect(await verifyApproved(read(), history)).toEqual({ ok: true, checked: 3, findings: [] });
  expect(await verifyApprovedText(text, history)).toEqual({ ok: true, checked: 3, findings: [] });
});

describe('a document that is not the whole approved deck', () => {
  test('refuses a document from which a slide is missing', async () => {
    for (const index of [0, 1, 2]) {
      const document = read();
      document.slides.splice(index, 1);
      expect(await codesOf(document)).toEqual(['missing_slide /slides']);
    }
  });

  test('refuses a document without slides', async () => {
    expect(await codesOf({ slides: [] })).toEqual([
      'no_slides /slides',
      ...Array.from({ length: 3 }, () => 'missing_slide /slides'),
    ]);
    expect((await verifyApproved({ slides: [] }, [])).ok).toBe(false);
  });

  test('refuses every other order of the slides', async () => {
    const orders = ['acb', 'bac', 'bca', 'cab', 'cba'];
    for (const order of orders) {
      const document = read();
      document.slides.sort(
        (left, right) => order.indexOf(String(left['id'])) - order.indexOf(String(right['id'])),
      );
      expect(await codesOf(document)).toEqual(['slide_order /slides']);
    }
  });

  test('refuses words around the slides, which no approval covers', async () => {
    expect(await codesOf({ ...read(), meta: { summary: 'forged' } })).toEqual([
      'not_covered /meta',
    ]);
    expect(await codesOf({ ...read(), meta: {} })).toEqual(['not_covered /meta']);
    expect(await codesOf({ ...read(), other: 1 })).toEqual(['hash_mismatch /other']);
  });
});

describe('a document that has more than one reading', () => {
  test('refuses duplicate keys, also escaped and at the top', async () => {
    const forged = [
      text.replace('"title":"', '"title":"NO RISK","title":"'),
      text.replace('"title":"', '"t\\u0069tle":"NO RISK","title":"'),
      text.replace('{"slides":', '{"slides":[],"slides":'),
      text.replace('"approval":{', '"approval":{"approved_by":"x",'),
    ];
    for (const each of forged) {
      // The value hides it: plain JSON.parse takes the last one.
      expect((await verifyApproved(JSON.parse(each), history)).ok).toBe(true);
      expect(await codesOfText(each)).toEqual(['duplicate_key ']);
    }
  });

  test('refuses a text that is not JSON, or nested too deep', async () => {
    for (const each of ['', '{', '['.repeat(100_000), `${text},`, `\ufeff${text}`])
      expect(await codesOfText(each)).toEqual(['not_json ']);
  });

  test('refuses an own __proto__ in every object', async () => {
    let places = 0;
    const visit = async (value: unknown): Promise<void> => {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value)) {
        Object.defineProperty(value, '__proto__', {
          value: {},
          configurable: true,
          enumerable: true,
        });
        places += 1;
        expect(await codesOf(document)).not.toEqual([]);
        Reflect.deleteProperty(value, '__proto__');
      }
      for (const member of Object.values(value)) await visit(member);
    };
    const document = read();
    await visit(document);
    expect(places).toBeGreaterThan(12);
    expect(await codesOf(document)).toEqual([]);
  });

  test('never throws because of getters, proxies and other values', async () => {
    const hostile: unknown[] = [
      Object.defineProperty(read(), 'slides', {
        enumerable: true,
        get() {
          throw new Error('gotcha');
        },
      }),
      new Proxy(read(), {
        ownKeys() {
          throw new Error('gotcha');
        },
      }),
      new Proxy([], {
        getPrototypeOf() {
          throw new Error('gotcha');
        },
      }),
      { slides: new Proxy(read().slides, { get: () => undefined }) },
      { slides: [1n, Symbol('x'), () => undefined] },
      null,
      undefined,
      7,
      [],
      Object.create(read()),
    ];
    for (const each of hostile) expect((await verifyApproved(each, history)).ok).toBe(false);
  });

  test('reads a member once, so a getter cannot show two faces', async () => {
    const { slides } = read();
    let reads = 0;
    const document = Object.defineProperty({}, 'slides', {
      enumerable: true,
      get() {
        reads += 1;
        return reads === 1 ? slides : [];
      },
    });
    expect((await verifyApproved(document, history)).ok).toBe(true);
    expect(reads).toBe(1);
  });
});
