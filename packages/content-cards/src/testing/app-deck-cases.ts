import { isRecord, listOf } from '../model/json.ts';
import { type AppBench, refused, star } from './app-bench.ts';
import { expectEqual } from './conformance-case.ts';

/** The rows of decks, logs and metrics. */
export function deckCases({ send, deck }: AppBench): Readonly<Record<string, () => Promise<void>>> {
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
