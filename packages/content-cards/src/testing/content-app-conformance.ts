import { allScopes } from '../http/identify.ts';
import { isRecord, listOf } from '../model/json.ts';
import {
  type Answer,
  type AppBench,
  type ConformanceCase,
  type ConformanceFetch,
  createAppBench,
  expectEqual,
  reason,
  refused,
  star,
} from './app-bench.ts';

/** Every row of the HTTP table, the order of checks and RFC 9110 preconditions, each as a case on a fresh deck. */
export function contentAppConformance(fetch: ConformanceFetch): readonly ConformanceCase[] {
  const bench = createAppBench(fetch);
  const cases = { ...cardCases(bench), ...deckCases(bench), ...protocolCases(bench) };
  return Object.entries(cases).map(([name, run]) => ({ name, run }));
}

/** The rows of cards: what each answers with when it succeeds, and how it refuses. */
function cardCases({ send, deck }: AppBench): Readonly<Record<string, () => Promise<void>>> {
  return {
    'POST cards: 201 with Location, ETag and the revisions': async () => {
      const spec = `created-${Date.now().toString(36)}`;
      const card = { slide_id: 'a', title: '題', intent: 'x', story: { phase: 'p' } };
      const answer = await send('/v1/content/cards', {
        method: 'POST',
        body: { spec_id: spec, cards: [card] },
      });
      expectEqual(answer.status, 201, 'status');
      expectEqual(answer.headers.get('location'), `/v1/content/cards?spec_id=${spec}`, 'location');
      expectEqual(answer.headers.get('etag'), `"${String(answer.body['revision'])}"`, 'etag');
      expectEqual(answer.headers.get('cache-control'), 'no-store', 'cache-control');
      expectEqual(answer.headers.get('x-content-type-options'), 'nosniff', 'nosniff');
      expectEqual(answer.headers.get('x-request-id'), 'trace-1', 'x-request-id');
      const again = await send('/v1/content/cards', {
        method: 'POST',
        body: { spec_id: spec, cards: [card] },
      });
      refused(again, 409, 'already_exists');
      expectEqual(
        listOf(again.body['details']).map((each) => (isRecord(each) ? each['field'] : null)),
        ['a'],
        'ids',
      );
      const twice = await send('/v1/content/cards', {
        method: 'POST',
        body: { spec_id: `${spec}-2`, cards: [card, card] },
      });
      refused(twice, 400, 'validation_error');
    },
    'GET list: filters, 304 and HEAD': async () => {
      const { spec } = await deck('a', 'b');
      const path = `/v1/content/cards?spec_id=${spec}`;
      const all = await send(path);
      expectEqual(listOf(all.body['items']).length, 2, 'items');
      expectEqual(
        listOf((await send(`${path}&status=approved`)).body['items']).length,
        0,
        'approved',
      );
      expectEqual(listOf((await send(`${path}&grade=A`)).body['items']).length, 2, 'grade A');
      refused(await send(`${path}&status=nope`), 400, 'validation_error');
      const etag = all.headers.get('etag') ?? '';
      const same = await send(path, { headers: { 'if-none-match': `W/${etag}` } });
      expectEqual([same.status, same.headers.get('etag')], [304, etag], 'weak comparison');
      const head = await send(path, { method: 'HEAD' });
      expectEqual([head.status, head.headers.get('etag'), head.body], [200, etag, {}], 'HEAD');
      refused(await send('/v1/content/cards'), 400, 'spec_id_required');
    },
    'GET card: view with ETag equal to revision, 304 for it, 404 for none': async () => {
      const { spec, path } = await deck();
      const answer = await send(path('agenda'));
      expectEqual(answer.status, 200, 'status');
      expectEqual(answer.headers.get('etag'), `"${String(answer.body['revision'])}"`, 'etag');
      const etag = answer.headers.get('etag') ?? '';
      expectEqual(
        (await send(path('agenda'), { headers: { 'if-none-match': `"x", ${etag}` } })).status,
        304,
        '304',
      );
      expectEqual(
        (await send(path('agenda'), { method: 'HEAD', headers: { 'if-none-match': etag } })).status,
        304,
        'HEAD 304',
      );
      refused(await send(path('nobody')), 404, 'not_found');
      refused(await send(`/v1/content/cards/agenda?spec_id=${spec}-none`), 404, 'not_found');
    },
    'PATCH: 200 with revision, content hash and card': async () => {
      const { path } = await deck();
      const before = await send(path('agenda'));
      const etag = before.headers.get('etag') ?? '';
      const answer = await send(path('agenda'), {
        method: 'PATCH',
        body: { title: '新', note: null },
        headers: { 'if-match': etag },
      });
      expectEqual(answer.status, 200, 'status');
      expectEqual(
        Object.keys(answer.body),
        ['revision', 'content_hash', 'status', 'card'],
        'members',
      );
      expectEqual(answer.headers.get('etag'), `"${String(answer.body['revision'])}"`, 'etag');
      const lost = await send(path('agenda'), {
        method: 'PATCH',
        body: { title: '別' },
        headers: { 'if-match': etag },
      });
      refused(lost, 412, 'precondition_failed');
      expectEqual(
        isRecord(lost.body['current']) ? lost.body['current']['title'] : null,
        '新',
        'current',
      );
      expectEqual(listOf(lost.body['diff']).length, 1, 'diff');
    },
    'approve, return and unlock: 200 with their members, and again idempotent': async () => {
      const { path } = await deck();
      const approved = await send(path('agenda', 'approve'), { method: 'POST', headers: star });
      expectEqual(
        [approved.status, Object.keys(approved.body)],
        [200, ['revision', 'status', 'locked_at', 'approved_by', 'content_hash', 'unchanged']],
        'approve',
      );
      const again = await send(path('agenda', 'approve'), {
        method: 'POST',
        body: { notes: 'x' },
        headers: star,
      });
      expectEqual(approved.body['unchanged'], false, 'approve');
      expectEqual(again.body, { ...approved.body, unchanged: true }, 'approve again');
      refused(
        await send(path('agenda'), { method: 'PATCH', body: { title: 'x' }, headers: star }),
        409,
        'conflict',
      );
      const scopes = allScopes.filter((scope) => scope !== 'cards:unlock');
      refused(
        await send(path('agenda', 'return'), {
          method: 'POST',
          body: reason,
          headers: star,
          scopes,
        }),
        409,
        'conflict',
      );
      const returned = await send(path('agenda', 'return'), {
        method: 'POST',
        body: reason,
        headers: star,
      });
      expectEqual([returned.status, returned.body['status']], [200, 'returned'], 'return');
      refused(
        await send(path('agenda', 'approve'), { method: 'POST', headers: star }),
        409,
        'conflict',
      );
      const unlocked = await send(path('agenda', 'unlock'), {
        method: 'POST',
        body: reason,
        headers: star,
      });
      expectEqual([unlocked.status, unlocked.body['status']], [200, 'draft'], 'unlock');
      refused(
        await send(path('agenda', 'unlock'), { method: 'POST', body: reason, headers: star }),
        409,
        'conflict',
      );
      const wrong = { content_hash: `sha256:${'0'.repeat(64)}` };
      refused(
        await send(path('agenda', 'approve'), { method: 'POST', body: wrong, headers: star }),
        409,
        'content_hash_mismatch',
      );
    },
    'review and comment': async () => {
      const { path } = await deck();
      const reviewed = await send(path('agenda', 'review'), { method: 'POST' });
      expectEqual([reviewed.status, reviewed.body['slide_id']], [200, 'agenda'], 'review');
      const comment = await send(path('agenda', 'comment'), {
        method: 'POST',
        body: { notes: '追記' },
      });
      expectEqual(
        [comment.status, comment.body['action'], comment.body['notes']],
        [201, 'comment', '追記'],
        'comment',
      );
    },
  };
}

/** The rows of decks, logs and metrics. */
function deckCases({ send, deck }: AppBench): Readonly<Record<string, () => Promise<void>>> {
  return {
    'logs: filters, limits and cursors': async () => {
      const { spec } = await deck('a', 'b', 'c');
      const first = await send(`/v1/content/logs?spec_id=${spec}&limit=2`);
      expectEqual([first.status, listOf(first.body['items']).length], [200, 2], 'first page');
      const next = await send(
        `/v1/content/logs?spec_id=${spec}&limit=2&offset=${String(first.body['next_offset'])}`,
      );
      expectEqual(
        [listOf(next.body['items']).length, next.body['next_offset']],
        [1, null],
        'second page',
      );
      await Promise.all(
        [
          'limit=0',
          'limit=501',
          'limit=x',
          'since=2025-10-01',
          'until=2025-10-01T00:00:00',
          'action=nope',
          'offset=!',
        ].map(async (query) =>
          refused(await send(`/v1/content/logs?${query}`), 400, 'validation_error'),
        ),
      );
    },
    'decks: approved, draft, snapshots and rollback': async () => {
      const { spec, path } = await deck('a', 'b');
      const base = `/v1/content/decks/${spec}`;
      const open = await send(`${base}/approved`);
      refused(open, 409, 'not_approved');
      expectEqual(
        listOf(open.body['details']).map((each) => (isRecord(each) ? each['field'] : null)),
        ['a', 'b'],
        'ids',
      );
      expectEqual(listOf((await send(`${base}/draft`)).body['slides']).length, 2, 'draft');
      const snapshot = await send(`${base}/snapshots`, { method: 'POST', body: { name: '初稿' } });
      expectEqual(snapshot.status, 201, 'snapshot');
      await send(path('a'), { method: 'PATCH', body: { title: '別' }, headers: star });
      const rolled = await send(`${base}/rollback`, {
        method: 'POST',
        body: { version: snapshot.body['version'] },
      });
      expectEqual([rolled.status, rolled.body], [200, { restored: ['a'] }], 'rollback');
      await send(path('a', 'approve'), { method: 'POST', headers: star });
      expectEqual(
        listOf((await send(`${base}/approved?only=approved`)).body['slides']).length,
        1,
        'only approved',
      );
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
function protocolCases({ send, deck }: AppBench): Readonly<Record<string, () => Promise<void>>> {
  return {
    'order of checks: 401, 403, 400, 413, 415, 404, 428, 409, 412, 400': async () => {
      const { path } = await deck('open', 'locked');
      await send(path('locked', 'approve'), { method: 'POST', headers: star });
      const bad = {
        method: 'PATCH',
        raw: '{',
        headers: { 'x-request-id': 'a b', 'content-type': 'text/plain', 'if-match': '"cards-999"' },
      };
      const nobody = await send(path('nobody'), { ...bad, scopes: null });
      refused(nobody, 401, 'unauthorized');
      expectEqual(nobody.headers.get('www-authenticate'), 'Bearer', 'challenge');
      refused(await send(path('nobody'), { ...bad, scopes: ['cards:read'] }), 403, 'forbidden');
      refused(
        await send(path('nobody'), { ...bad, headers: { ...bad.headers, 'x-actor': 'other' } }),
        403,
        'actor_mismatch',
      );
      refused(await send(path('nobody'), bad), 400, 'header_invalid');
      const typed = {
        ...bad,
        headers: { 'content-type': 'text/plain', 'if-match': '"cards-999"' },
      };
      refused(
        await send(path('nobody'), { ...typed, raw: `"${'x'.repeat(1_000_001)}"` }),
        413,
        'payload_too_large',
      );
      refused(await send(path('nobody'), typed), 415, 'unsupported_media_type');
      const json = { ...bad, headers: { 'if-match': '"cards-999"' } };
      refused(await send(path('nobody'), json), 404, 'not_found');
      refused(await send(path('locked'), { ...json, headers: {} }), 428, 'precondition_required');
      refused(await send(path('locked'), json), 409, 'conflict');
      refused(await send(path('open'), json), 412, 'precondition_failed');
      refused(await send(path('open'), { ...json, headers: star }), 400, 'invalid_json');
    },
    'preconditions: lists, *, weak tags never match, quotes are required': async () => {
      const { path } = await deck();
      const etag = (await send(path('agenda'))).headers.get('etag') ?? '';
      const patch = (match: string): Promise<Answer> =>
        send(path('agenda'), { method: 'PATCH', body: {}, headers: { 'if-match': match } });
      expectEqual((await patch(`"other", ${etag}`)).status, 200, 'a list');
      expectEqual((await patch('*')).status, 200, '*');
      refused(await patch(`W/${etag}`), 412, 'precondition_failed');
      refused(await patch(etag.replaceAll('"', '')), 400, 'header_invalid');
      refused(
        await send(path('nobody'), { method: 'PATCH', body: {}, headers: star }),
        404,
        'not_found',
      );
    },
    'bodies that are no object, have duplicate keys or unknown members': async () => {
      const { path } = await deck();
      await Promise.all(
        [
          ['[]', 'validation_error'],
          ['1', 'validation_error'],
          ['null', 'validation_error'],
          ['', 'invalid_json'],
          ['{"title":"a","title":"b"}', 'invalid_json'],
          ['{"slide_id":"x"}', 'validation_error'],
          ['{"__proto__":{"title":"x"}}', 'validation_error'],
          ['['.repeat(10_000), 'invalid_json'],
        ].map(async ([raw = '', code = '']) =>
          refused(
            await send(path('agenda'), {
              method: 'PATCH',
              raw,
              headers: { ...star, 'content-type': 'application/json' },
            }),
            400,
            code,
          ),
        ),
      );
      await Promise.all(
        ['../evil', '%2e%2e', 'x'.repeat(129), 'a\u0000b'].map(async (spec_id) =>
          refused(
            await send('/v1/content/cards', { method: 'POST', body: { spec_id, cards: [] } }),
            400,
            'validation_error',
          ),
        ),
      );
    },
    'Idempotency-Key: the first result again, another body refused': async () => {
      const { path } = await deck();
      const headers = { 'if-match': '*', 'idempotency-key': `key-${Date.now()}` };
      const first = await send(path('agenda'), { method: 'PATCH', body: { title: '一' }, headers });
      const again = await send(path('agenda'), {
        method: 'PATCH',
        body: { title: '一' },
        headers: { ...headers, 'if-match': '"cards-1"' },
      });
      expectEqual(again.body, first.body, 'replay');
      expectEqual(again.headers.get('idempotency-replayed'), 'true', 'mark');
      refused(
        await send(path('agenda'), { method: 'PATCH', body: { title: '二' }, headers }),
        409,
        'idempotency_key_reused',
      );
    },
    'unknown paths are 404, known paths with another method 405 with Allow': async () => {
      refused(await send('/v1/nothing'), 404, 'not_found');
      const answer = await send('/v1/content/cards/agenda', { method: 'PUT', body: {} });
      refused(answer, 405, 'method_not_allowed');
      expectEqual(answer.headers.get('allow'), 'GET, HEAD, PATCH', 'allow');
    },
    'errors speak the language and the media type that the client accepts': async () => {
      const accept = {
        accept: 'application/problem+json',
        'accept-language': 'en;q=0.9, ja;q=0.1',
      };
      const answer = await send('/v1/nothing', { headers: accept });
      expectEqual(answer.headers.get('content-type'), 'application/problem+json', 'type');
      expectEqual(
        [answer.body['message'], answer.body['type']],
        ['Not found', 'urn:kanmon:content-cards:not_found'],
        'body',
      );
      const plain = await send('/v1/nothing', { headers: { 'accept-language': 'ja' } });
      expectEqual(
        [plain.headers.get('content-type'), plain.body['message']],
        ['application/json; charset=utf-8', '見つかりません'],
        'plain',
      );
      const silent = await send('/v1/nothing', { headers: { 'accept-language': null } });
      expectEqual(silent.body['message'], 'Not found', 'without a language');
    },
  };
}
