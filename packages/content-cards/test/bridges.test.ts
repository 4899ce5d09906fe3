import { createMemoryEventStore, InvalidArgumentError } from '@kanmon/core';
import { applyPatch } from '@kanmon/core/json';
import { createManualClock } from '@kanmon/core/testing';
import fc from 'fast-check';
import { errors, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { convertAnalysis } from '../src/analysis/convert-analysis.ts';
import { createContentApp } from '../src/http.ts';
import { createContentService } from '../src/index.ts';
import { createJwtVerifier } from '../src/jwt.ts';
import {
  fromSlide,
  readApprovalDocument,
  readReviewLog,
  toSlide,
  writeDeckFiles,
} from '../src/legacy.ts';
import { cardHash } from '../src/model/card-hash.ts';
import { validateCard } from '../src/model/card.ts';
import { applyAutoFix } from '../src/review/auto-fix.ts';
import { mergeApproved } from '../src/service/merge-approved.ts';
import { sampleCard } from './helpers.ts';

const clock = createManualClock();
const spec = {
  slides: [
    {
      id: 's1',
      bullets: [
        {
          items: [
            { id: 'b1', text: '一', level: 2, font: { size_pt: 10, color_hex: '#999999' } },
            { id: 'b2', text: '二', level: 0 },
          ],
        },
      ],
    },
    { id: 's2' },
  ],
};

test('all four fix types of the analyzer become guarded patches that apply; others are named', () => {
  const target = { slide_id: 's1', element_id: 'b1' };
  const fixes = [
    { id: 'F1', type: 'bullet_reindent', target, payload: { level: 1 } },
    { id: 'F2', type: 'bullet_cap', target, payload: { level: 0 } },
    { id: 'F3', type: 'font_raise', target, payload: { size_pt: 14 } },
    { id: 'F4', type: 'color_adjust', target, payload: { color: '333333' } },
    { id: 'F5', type: 'move', target, payload: {} },
    {
      id: 'F6',
      type: 'font_raise',
      target: { slide_id: 's1', element_id: 'b2' },
      payload: { size: 14 },
    },
    {
      id: 'F7',
      type: 'font_raise',
      target: { slide_id: 'nowhere', element_id: 'b2' },
      payload: { size: 14 },
    },
  ];
  const issues = [
    { id: 'I1', type: 'small_font', severity: 'error', message: '小さい', target },
    { id: '', type: 'x', target },
  ];
  const reports: unknown[] = [];
  const document = convertAnalysis({ issues, fixes }, spec, {
    clock,
    onReport: (_document, report) => reports.push(report),
  });
  const [first, second] = document.slides;
  expect(first).toMatchObject({
    grade: 'C',
    issues: [{ code: 'small_font', severity: 'critical' }],
    notes: { unsupported_fix_types: ['font_raise', 'move'] },
  });
  expect(second).toEqual({ slide_id: 's2', grade: 'A', issues: [] });
  expect(first?.autofix_proposals).toHaveLength(4);
  for (const { patch } of first?.autofix_proposals ?? [])
    expect(applyPatch(spec, patch).ok).toBe(true);
  expect(reports).toEqual([{ dropped_issues: 1, dropped_fixes: 1 }]);
});

test('slides and cards are each other, and old files are read', () => {
  const checked = validateCard(sampleCard('a', { note: '控え', type_hint: 'agenda' }));
  if (!checked.ok) throw new Error('bad sample');
  expect(fromSlide(toSlide(checked.value))).toEqual(checked.value);
  const old = `// 旧形式
  { "slides": [ { "slide_uid": "a", "intent_tag": "x", "status": "rework", "auto_fix_applied": ["p-1"],
    "elements": { "title": "題", "table_data": { "headers": ["値"], "rows": [[1], [true]] }, }, /* 終 */
    "ai_review": { "grade": "B", "autofix_proposals": [{ "patch_id": "p-1", "patch": { "op": "remove", "path": "/elements/body/0" } }] } }, ], }`;
  expect(readApprovalDocument(old)).toMatchObject({
    ok: true,
    value: {
      slides: [
        {
          id: 'a',
          intent: 'x',
          status: 'returned',
          applied_autofix: ['p-1'],
          elements: { table_data: { rows: [['1'], ['true']] } },
        },
      ],
    },
  });
  expect(
    readReviewLog(
      '[{"slide_uid":"a","action":"approve","actor":"x","timestamp":"t","auto_fix_applied":[]}]',
    ),
  ).toMatchObject({ ok: true, value: [{ slide_id: 'a' }] });
  for (const text of ['', '{', '[1,,2]', '{"slides":1}', '// x'])
    expect(readApprovalDocument(text).ok).toBe(false);
  expect(() =>
    writeDeckFiles({ deck: { approved: { slides: [toSlide(checked.value)] } } }),
  ).toThrow(/a; approve/);
  expect(writeDeckFiles({ deck: { log: [] } }).get('content_review_log.json')).toBe('[]\n');
});

test('approved content goes over the bullets of the spec; ids and fonts stay', () => {
  const checked = validateCard(sampleCard('s1', { body: ['新', '二', '三'] }));
  if (!checked.ok) throw new Error('bad sample');
  const document = { slides: [toSlide(checked.value, { status: 'approved' })] };
  const before = JSON.stringify(spec);
  const { spec: merged, updated } = mergeApproved(spec, document);
  expect(updated).toEqual(['s1']);
  expect(merged).toMatchObject({
    slides: [
      {
        title: 'アジェンダ',
        bullets: [
          {
            items: [
              { id: 'b1', text: '新', level: 0, font: { size_pt: 10 } },
              { id: 'b2' },
              { id: 's1-approved-1', text: '三' },
            ],
          },
        ],
      },
      {},
    ],
  });
  expect(JSON.stringify(spec)).toBe(before);
});

test.each([
  '/status',
  '/slide_id',
  '/__proto__/x',
  '/body/-1',
  '/body/4294967294',
  '',
  '/story/__proto__',
  '/note/x',
  '/ai_review',
])('a fix of %j is refused and the card stays', (path) => {
  const checked = validateCard(sampleCard('a'));
  if (!checked.ok) throw new Error('bad sample');
  const before = JSON.stringify(checked.value);
  const fix = {
    patch_id: 'p',
    description: 'x',
    base: 'card',
    patch: [{ op: 'replace', path, value: 'x' }],
  } as const;
  expect(applyAutoFix(checked.value, fix).ok).toBe(false);
  expect(JSON.stringify(checked.value)).toBe(before);
});

test('a fix and then its inverse is the card as it was', () => {
  const line = fc.stringMatching(/^[a-z]{1,10}$/);
  fc.assert(
    fc.property(
      fc.uniqueArray(line, { minLength: 2, maxLength: 5 }),
      fc.nat(4),
      line,
      (body, at, value) => {
        const checked = validateCard(sampleCard('a', { body }));
        if (!checked.ok) return;
        const path = `/body/${at % body.length}`;
        for (const patch of [
          [{ op: 'remove', path } as const],
          [{ op: 'replace', path, value } as const],
        ]) {
          const fixed = applyAutoFix(checked.value, {
            patch_id: 'p',
            description: 'x',
            base: 'card',
            patch,
          });
          if (!fixed.ok) continue;
          const undone = applyAutoFix(fixed.card, fixed.inverse);
          expect(undone.ok && undone.card).toEqual(checked.value);
        }
      },
    ),
  );
});

test('the hash differs for every field and not for absent or null', () => {
  const card = sampleCard('a');
  const hash = cardHash(card);
  const { table_data: _, ...without } = card;
  expect(cardHash(without)).toBe(hash);
  expect(cardHash({ ...without, note: null, type_hint: null })).toBe(hash);
  const changes = [
    { slide_id: 'b' },
    { title: 'x' },
    { body: [] },
    { note: '' },
    { intent: 'x' },
    { type_hint: 'x' },
    { story: { phase: 'introduction' } },
    { table_data: { headers: [], rows: [] } },
  ];
  expect(
    new Set([hash, ...changes.map((change) => cardHash(Object.assign({}, card, change)))]).size,
  ).toBe(changes.length + 1);
});

test('a JWT is accepted with its scopes, and refused when anything about it is wrong', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  const verify = createJwtVerifier({
    keys: () => Promise.resolve(publicKey),
    issuer: 'https://issuer.test',
    audience: 'cards',
  });
  const sign = (audience: string, key = privateKey) =>
    new SignJWT({ scope: 'cards:read cards:write' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
      .setSubject('svc')
      .setIssuer('https://issuer.test')
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(key);
  const request = new Request('http://x.test');
  expect(jwk.kty).toBe('EC');
  expect(await verify(await sign('cards'), request)).toEqual({
    id: 'svc',
    subject: 'svc',
    scopes: ['cards:read', 'cards:write'],
  });
  expect(await verify(await sign('other'), request)).toBeNull();
  expect(
    await verify(await sign('cards', (await generateKeyPair('ES256')).privateKey), request),
  ).toBeNull();
  expect(await verify('x.y.z', request)).toBeNull();
});

describe('claims of a JWT', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const options = {
    keys: () => Promise.resolve(publicKey),
    issuer: 'https://issuer.test',
    audience: 'cards',
  };
  const verify = createJwtVerifier(options);
  const request = new Request('http://x.test');
  const now = Math.floor(Date.now() / 1000);
  const sign = (header: object, claims: object) =>
    new SignJWT({
      iss: 'https://issuer.test',
      aud: 'cards',
      sub: 'svc',
      exp: now + 300,
      iat: now,
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header })
      .sign(privateKey);

  test.each(['at+jwt', 'AT+JWT', 'application/at+jwt'])('accepts the type %s', async (typ) => {
    expect(await verify(await sign({ typ }, {}), request)).toMatchObject({ id: 'svc' });
  });

  test.each([undefined, 'JWT', 'id_token', 'logout+jwt', 'secevent+jwt'])(
    'refuses the type %s, unless any type is allowed',
    async (typ) => {
      const token = await sign({ typ }, {});
      expect(await verify(token, request)).toBeNull();
      const lenient = createJwtVerifier({ ...options, typ: null });
      expect(await lenient(token, request)).toMatchObject({ id: 'svc' });
    },
  );

  test.each<[string, object]>([
    ['an empty subject', { sub: '' }],
    ['a blank subject', { sub: ' ' }],
    ['a subject that is an object', { sub: { name: 'svc' } }],
    ['a subject that is a number', { sub: 7 }],
    ['an end of time', { exp: 1e308 }],
    ['an expiry that is a text', { exp: '9999999999' }],
    ['an issue date tomorrow', { iat: now + 86_400, exp: now + 90_000 }],
    ['an issue date after the expiry', { iat: now + 30, exp: now + 20 }],
  ])('refuses %s', async (_name, claims) => {
    expect(await verify(await sign({}, claims), request)).toBeNull();
  });

  test.each([
    [{ human: true }, true, 200],
    [{ human: false }, false, 403],
    [{ human: 'true' }, false, 403],
    [{ human: 1 }, false, 403],
    [{ human: null }, false, 403],
    [{}, undefined, 200],
  ])('with %j name a person: %j', async (claims, human, status) => {
    const scope = 'cards:read cards:write cards:approve';
    const token = await sign({}, { scope, delegates: ['ann'], ...claims });
    const caller = await verify(token, request);
    expect([caller?.human, Object.hasOwn(caller ?? {}, 'human')]).toEqual([
      human,
      human !== undefined,
    ]);
    const app = createContentApp({
      service: createContentService({ store: createMemoryEventStore() }),
      auth: verify,
    });
    const post = (path: string, body: object, more = {}) =>
      app.request(`/v1/content/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...more,
        },
        body: JSON.stringify(body),
      });
    await post('cards', { spec_id: 'd', cards: [sampleCard('s1')] });
    const approval = { 'if-match': '*', 'x-actor': 'ann' };
    expect((await post('cards/s1/approve?spec_id=d', {}, approval)).status).toBe(status);
  });

  describe('of an accepted token', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    test('are checked again after 30 seconds, with the keys of that time', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      let lookups = 0;
      const counted = createJwtVerifier({
        ...options,
        keys() {
          lookups += 1;
          if (lookups > 1) throw new errors.JWKSNoMatchingKey();
          return publicKey;
        },
      });
      const token = await sign({}, {});
      for (let call = 0; call < 5; call += 1) {
        expect(await counted(token, request)).toMatchObject({ id: 'svc' });
      }
      expect(lookups).toBe(1);
      vi.setSystemTime(Date.now() + 30_000);
      expect(await counted(token, request)).toBeNull();
      expect(lookups).toBe(2);
    });

    test('end with its time', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const token = await sign({}, { exp: Math.floor(Date.now() / 1000) + 10 });
      expect(await verify(token, request)).not.toBeNull();
      vi.setSystemTime(Date.now() + 11_000);
      expect(await verify(token, request)).toBeNull();
    });

    test('do not cover a token with another signature', async () => {
      const token = await sign({}, {});
      expect(await verify(token, request)).not.toBeNull();
      expect(await verify(`${token.slice(0, -8)}AAAAAAAA`, request)).toBeNull();
    });
  });

  test('are not the reason when the keys cannot be read: the error reaches the log', async () => {
    const token = await sign({}, {});
    const logged: unknown[] = [];
    const log = (entry: unknown) => void logged.push(entry);
    for (const [keys, message] of [
      ['http://127.0.0.1:9/jwks', /fetch failed|bad port/],
      [() => Promise.reject(new Error('the key store is down')), /key store is down/],
    ] as const) {
      const auth = createJwtVerifier({ ...options, keys });
      await expect(auth(token, request)).rejects.toThrow(message);
      const app = createContentApp({
        service: createContentService({ store: createMemoryEventStore() }),
        auth,
        logger: { debug: log, info: log, warn: log, error: log },
      });
      const headers = { authorization: `Bearer ${token}` };
      const response = await app.request('/v1/content/cards?spec_id=d', { headers });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([500, null]);
    }
    expect(logged).toHaveLength(2);
  });

  test('are refused when the key does not fit the algorithm, or there is no key', async () => {
    const rsa = await generateKeyPair('RS256');
    for (const key of [rsa.publicKey, undefined, 'no key']) {
      const other = createJwtVerifier({ ...options, keys: () => key as never });
      expect(await other(await sign({}, {}), request)).toBeNull();
    }
  });

  test('accepts both names of Ed25519', async () => {
    const pair = await generateKeyPair('Ed25519');
    const other = createJwtVerifier({ ...options, keys: () => pair.publicKey });
    for (const alg of ['EdDSA', 'Ed25519']) {
      const token = await new SignJWT({ sub: 'svc', exp: now + 300 })
        .setProtectedHeader({ alg, typ: 'at+jwt' })
        .setIssuer(options.issuer)
        .setAudience(options.audience)
        .sign(pair.privateKey);
      expect(await other(token, request)).toMatchObject({ id: 'svc' });
    }
  });

  test.each([
    ...['issuer', 'audience'].flatMap((name) =>
      [undefined, null, '', ' ', 5, []].map((value) => ({ [name]: value })),
    ),
    { keys: undefined },
    { keys: 'nope' },
    { keys: 'file:///etc/keys' },
    { algorithms: 'RS256' },
    { algorithms: [] },
    { algorithms: ['rs256'] },
    { algorithms: ['RS256', 'none'] },
    { typ: '' },
    { typ: 5 },
  ])('are not checked with the options %j', (wrong) => {
    const create = () => createJwtVerifier({ ...options, ...(wrong as object) });
    expect(create).toThrow(InvalidArgumentError);
    expect(create).toThrow(`options.${Object.keys(wrong)[0]}`);
  });

  test.each(['issuer', 'audience'])('are not checked without the option %s', (name) => {
    const { [name as 'issuer']: _left, ...others } = options;
    expect(() => createJwtVerifier(others as typeof options)).toThrow(InvalidArgumentError);
  });

  test('accepts a token without an issue date', async () => {
    expect(await verify(await sign({}, { iat: undefined }), request)).not.toBeNull();
  });
});
