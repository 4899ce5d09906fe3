import { allScopes } from '../http/identify.ts';
import { isRecord, listOf } from '../model/json.ts';
import {
  type Answer,
  type AppBench,
  casesOf,
  type ConformanceCase,
  type ConformanceFetch,
  createAppBench,
  expectEqual,
  expectHeaders,
  refused,
  type Suite,
} from './app-bench.ts';

const cards = '/v1/content/cards';
/** Any revision will do. */
const star = { 'if-match': '*' };
/** A body for what needs a reason. */
const reason = { reason: '確認のため' };

/** Every row of the HTTP table, the order of checks and RFC 9110 preconditions, each as a case on a fresh deck. */
export function contentAppConformance(fetch: ConformanceFetch): readonly ConformanceCase[] {
  const bench = createAppBench(fetch);
  return casesOf({ ...cardCases(bench), ...deckCases(bench), ...protocolCases(bench) });
}

function fieldsOf({ body }: Answer): readonly unknown[] {
  return listOf(body['details']).map((each) => (isRecord(each) ? each['field'] : null));
}

function tagOf({ body }: Answer): string {
  return `"${String(body['revision'])}"`;
}

/** The rows of cards: what each answers with when it succeeds, and how it refuses. */
function cardCases({ send, post, patch, count, refuse, deck }: AppBench): Suite {
  return {
    'POST cards: 201 with Location, ETag and the revisions': async () => {
      const spec_id = `created-${Date.now().toString(36)}`;
      const card = { slide_id: 'a', title: '題', intent: 'x', story: { phase: 'p' } };
      const answer = await post(cards, { spec_id, cards: [card] });
      expectEqual(answer.status, 201, 'status');
      expectHeaders(answer, {
        location: `/v1/content/cards?spec_id=${spec_id}`,
        etag: tagOf(answer),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': 'trace-1',
      });
      const again = await post(cards, { spec_id, cards: [card] });
      refused(again, 409, 'already_exists');
      expectEqual(fieldsOf(again), ['a'], 'ids');
      const twice = await post(cards, { spec_id: `${spec_id}-2`, cards: [card, card] });
      refused(twice, 400, 'validation_error');
    },
    'GET list: filters, 304 and HEAD': async () => {
      const { spec } = await deck('a', 'b');
      const path = `${cards}?spec_id=${spec}`;
      expectEqual(await count(path, 'items'), 2, 'items');
      expectEqual(await count(`${path}&status=approved`, 'items'), 0, 'approved');
      expectEqual(await count(`${path}&grade=A`, 'items'), 2, 'grade A');
      const etag = (await send(path)).headers.get('etag') ?? '';
      const same = await send(path, { headers: { 'if-none-match': `W/${etag}` } });
      expectEqual([same.status, same.headers.get('etag')], [304, etag], 'weak comparison');
      const head = await send(path, { method: 'HEAD' });
      expectEqual([head.status, head.headers.get('etag'), head.body], [200, etag, {}], 'HEAD');
      await refuse([
        [`${path}&status=nope`, {}, 400, 'validation_error'],
        [cards, {}, 400, 'spec_id_required'],
      ]);
    },
    'GET card: view with ETag equal to revision, 304 for it, 404 for none': async () => {
      const { spec, path } = await deck();
      const answer = await send(path('agenda'));
      const etag = answer.headers.get('etag') ?? '';
      expectEqual([answer.status, etag], [200, tagOf(answer)], 'etag');
      for (const [method, tags] of [
        ['GET', `"x", ${etag}`],
        ['HEAD', etag],
      ] as const) {
        const { status } = await send(path('agenda'), {
          method,
          headers: { 'if-none-match': tags },
        });
        expectEqual(status, 304, method);
      }
      await refuse([
        [path('nobody'), {}, 404, 'not_found'],
        [`${cards}/agenda?spec_id=${spec}-none`, {}, 404, 'not_found'],
      ]);
    },
    'PATCH: 200 with revision, content hash and card': async () => {
      const { path } = await deck();
      const etag = (await send(path('agenda'))).headers.get('etag') ?? '';
      const seen = { 'if-match': etag };
      const answer = await patch(path('agenda'), { title: '新', note: null }, seen);
      expectEqual(answer.status, 200, 'status');
      const members = ['revision', 'content_hash', 'status', 'card'];
      expectEqual(Object.keys(answer.body), members, 'members');
      expectHeaders(answer, { etag: tagOf(answer) });
      const lost = await patch(path('agenda'), { title: '別' }, seen);
      refused(lost, 412, 'precondition_failed');
      const { current, diff } = lost.body;
      expectEqual(isRecord(current) ? current['title'] : null, '新', 'current');
      expectEqual(listOf(diff).length, 1, 'diff');
    },
    'approve, return and unlock: 200 with their members, and again idempotent': async () => {
      const { path } = await deck();
      const act = (action: string, body?: unknown): Promise<Answer> =>
        post(path('agenda', action), body, star);
      const approved = await act('approve');
      const members = ['revision', 'status', 'locked_at', 'approved_by', 'content_hash'];
      expectEqual(
        [approved.status, Object.keys(approved.body)],
        [200, [...members, 'unchanged']],
        'approve',
      );
      const again = await act('approve', { notes: 'x' });
      expectEqual(approved.body['unchanged'], false, 'approve');
      expectEqual(again.body, { ...approved.body, unchanged: true }, 'approve again');
      const scopes = allScopes.filter((scope) => scope !== 'cards:unlock');
      const bounded = { method: 'POST', body: reason, headers: star, scopes };
      await refuse([
        [path('agenda'), { method: 'PATCH', body: { title: 'x' }, headers: star }, 409, 'conflict'],
        [path('agenda', 'return'), bounded, 409, 'conflict'],
      ]);
      const returned = await act('return', reason);
      expectEqual([returned.status, returned.body['status']], [200, 'returned'], 'return');
      refused(await act('approve'), 409, 'conflict');
      const unlocked = await act('unlock', reason);
      expectEqual([unlocked.status, unlocked.body['status']], [200, 'draft'], 'unlock');
      refused(await act('unlock', reason), 409, 'conflict');
      const wrong = { content_hash: `sha256:${'0'.repeat(64)}` };
      refused(await act('approve', wrong), 409, 'content_hash_mismatch');
    },
    'review and comment': async () => {
      const { path } = await deck();
      const reviewed = await post(path('agenda', 'review'));
      expectEqual([reviewed.status, reviewed.body['slide_id']], [200, 'agenda'], 'review');
      const { status, body } = await post(path('agenda', 'comment'), { notes: '追記' });
      expectEqual([status, body['action'], body['notes']], [201, 'comment', '追記'], 'comment');
    },
  };
}

/** The rows of decks, logs and metrics. */
function deckCases({ send, post, patch, count, refuse, deck }: AppBench): Suite {
  return {
    'logs: filters, limits and cursors': async () => {
      const { spec } = await deck('a', 'b', 'c');
      const path = `/v1/content/logs?spec_id=${spec}&limit=2`;
      const first = await send(path);
      expectEqual([first.status, listOf(first.body['items']).length], [200, 2], 'first page');
      const { body } = await send(`${path}&offset=${String(first.body['next_offset'])}`);
      expectEqual([listOf(body['items']).length, body['next_offset']], [1, null], 'second page');
      const queries = [
        'limit=0',
        'limit=501',
        'limit=x',
        'since=2025-10-01',
        'until=2025-10-01T00:00:00',
        'action=nope',
        'offset=!',
      ];
      await refuse(
        queries.map((query) => [`/v1/content/logs?${query}`, {}, 400, 'validation_error']),
      );
    },
    'decks: approved, draft, snapshots and rollback': async () => {
      const { spec, path } = await deck('a', 'b');
      const base = `/v1/content/decks/${spec}`;
      const open = await send(`${base}/approved`);
      refused(open, 409, 'not_approved');
      expectEqual(fieldsOf(open), ['a', 'b'], 'ids');
      expectEqual(await count(`${base}/draft`, 'slides'), 2, 'draft');
      const snapshot = await post(`${base}/snapshots`, { name: '初稿' });
      expectEqual(snapshot.status, 201, 'snapshot');
      await patch(path('a'), { title: '別' }, star);
      const rolled = await post(`${base}/rollback`, { version: snapshot.body['version'] });
      expectEqual([rolled.status, rolled.body], [200, { restored: ['a'] }], 'rollback');
      await post(path('a', 'approve'), undefined, star);
      expectEqual(await count(`${base}/approved?only=approved`, 'slides'), 1, 'only approved');
      refused(await send('/v1/content/decks/none/draft'), 404, 'not_found');
    },
    'metrics and the OpenAPI document': async () => {
      expectEqual((await send('/v1/content/metrics')).status, 200, 'metrics');
      const document = await send('/v1/openapi.json', { scopes: null });
      expectEqual([document.status, document.body['openapi']], [200, '3.1.0'], 'document');
    },
  };
}

/** The rules of every row: the order of checks, RFC 9110 preconditions, bodies, keys, methods, languages. */
function protocolCases({ send, post, patch, refuse, deck }: AppBench): Suite {
  return {
    'order of checks: 401, 403, 400, 413, 415, 404, 428, 409, 412, 400': async () => {
      const { path } = await deck('open', 'locked');
      await post(path('locked', 'approve'), undefined, star);
      const stale = { 'if-match': '"cards-999"' };
      const json = { method: 'PATCH', raw: '{', headers: stale };
      const typed = { ...json, headers: { ...stale, 'content-type': 'text/plain' } };
      const bad = { ...typed, headers: { ...typed.headers, 'x-request-id': 'a b' } };
      const mine = { ...bad, headers: { ...bad.headers, 'x-actor': 'other' } };
      const large = { ...typed, raw: `"${'x'.repeat(1_000_001)}"` };
      const nobody = await send(path('nobody'), { ...bad, scopes: null });
      refused(nobody, 401, 'unauthorized');
      expectHeaders(nobody, { 'www-authenticate': 'Bearer' });
      await refuse([
        [path('nobody'), { ...bad, scopes: ['cards:read'] }, 403, 'forbidden'],
        [path('nobody'), mine, 403, 'actor_mismatch'],
        [path('nobody'), bad, 400, 'header_invalid'],
        [path('nobody'), large, 413, 'payload_too_large'],
        [path('nobody'), typed, 415, 'unsupported_media_type'],
        [path('nobody'), json, 404, 'not_found'],
        [path('locked'), { ...json, headers: {} }, 428, 'precondition_required'],
        [path('locked'), json, 409, 'conflict'],
        [path('open'), json, 412, 'precondition_failed'],
        [path('open'), { ...json, headers: star }, 400, 'invalid_json'],
      ]);
    },
    'preconditions: lists, *, weak tags never match, quotes are required': async () => {
      const { path } = await deck();
      const etag = (await send(path('agenda'))).headers.get('etag') ?? '';
      const match = (tags: string): Promise<Answer> =>
        patch(path('agenda'), {}, { 'if-match': tags });
      expectEqual((await match(`"other", ${etag}`)).status, 200, 'a list');
      expectEqual((await match('*')).status, 200, '*');
      refused(await match(`W/${etag}`), 412, 'precondition_failed');
      refused(await match(etag.replaceAll('"', '')), 400, 'header_invalid');
      refused(await patch(path('nobody'), {}, star), 404, 'not_found');
    },
    'bodies that are no object, have duplicate keys or unknown members': async () => {
      const { path } = await deck();
      const headers = { ...star, 'content-type': 'application/json' };
      const bodies = [
        ['[]', 'validation_error'],
        ['1', 'validation_error'],
        ['null', 'validation_error'],
        ['', 'invalid_json'],
        ['{"title":"a","title":"b"}', 'invalid_json'],
        ['{"slide_id":"x"}', 'validation_error'],
        ['{"__proto__":{"title":"x"}}', 'validation_error'],
        ['['.repeat(10_000), 'invalid_json'],
      ] as const;
      await refuse(
        bodies.map(([raw, code]) => [path('agenda'), { method: 'PATCH', raw, headers }, 400, code]),
      );
      for (const spec_id of ['../evil', '%2e%2e', 'x'.repeat(129), 'a\u0000b'])
        refused(await post(cards, { spec_id, cards: [] }), 400, 'validation_error');
    },
    'Idempotency-Key: the first result again, another body refused': async () => {
      const { path } = await deck();
      const headers = { 'if-match': '*', 'idempotency-key': `key-${Date.now()}` };
      const first = await patch(path('agenda'), { title: '一' }, headers);
      const later = { ...headers, 'if-match': '"cards-1"' };
      const again = await patch(path('agenda'), { title: '一' }, later);
      expectEqual(again.body, first.body, 'replay');
      expectHeaders(again, { 'idempotency-replayed': 'true' });
      refused(await patch(path('agenda'), { title: '二' }, headers), 409, 'idempotency_key_reused');
    },
    'unknown paths are 404, known paths with another method 405 with Allow': async () => {
      refused(await send('/v1/nothing'), 404, 'not_found');
      const answer = await send(`${cards}/agenda`, { method: 'PUT', body: {} });
      refused(answer, 405, 'method_not_allowed');
      expectHeaders(answer, { allow: 'GET, HEAD, PATCH' });
    },
    'errors speak the language and the media type that the client accepts': async () => {
      const problem = 'application/problem+json';
      const languages = 'en;q=0.9, ja;q=0.1';
      const answer = await send('/v1/nothing', {
        headers: { accept: problem, 'accept-language': languages },
      });
      expectHeaders(answer, { 'content-type': problem });
      expectEqual(
        [answer.body['message'], answer.body['type']],
        ['Not found', 'urn:kanmon:content-cards:not_found'],
        'body',
      );
      const plain = await send('/v1/nothing', { headers: { 'accept-language': 'ja' } });
      expectHeaders(plain, { 'content-type': 'application/json; charset=utf-8' });
      expectEqual(plain.body['message'], '見つかりません', 'plain');
      const silent = await send('/v1/nothing', { headers: { 'accept-language': null } });
      expectEqual(silent.body['message'], 'Not found', 'without a language');
    },
  };
}
