import { isRecord, listOf } from '../model/json.ts';
import { allScopes } from '../http/identify.ts';
import { type AppBench, reason, refused, star } from './app-bench.ts';
import { expectEqual } from './conformance-case.ts';

/** The rows of cards: what each answers with when it succeeds, and how it refuses. */
export function cardCases({ send, deck }: AppBench): Readonly<Record<string, () => Promise<void>>> {
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
