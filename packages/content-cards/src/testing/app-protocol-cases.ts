import { type Answer, type AppBench, refused, star } from './app-bench.ts';
import { expectEqual } from './conformance-case.ts';

/** What holds for every row: the order of checks, RFC 9110 preconditions, bodies, keys, methods, languages. */
export function protocolCases({
  send,
  deck,
}: AppBench): Readonly<Record<string, () => Promise<void>>> {
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
