import { verifyStore } from '@kanmon/event-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type PostgresServer,
  startPostgres,
} from '../../../packages/event-store/test/support/postgres-server.ts';
import { openStore } from '../src/open-store.ts';
import { temporaryFolder } from './open-studio.ts';
import { type StartedStudio, startStudio } from './start-studio.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const cards = Array.from({ length: 40 }, (_, index) => ({
  slide_id: `c${index}`,
  title: 'T',
  body: ['x'],
  intent: 'i',
  story: { phase: 'p' },
}));

it('two instances on one PostgreSQL lose no decision when one is killed', async () => {
  const data = temporaryFolder();
  const variables = { DATABASE_URL: server.url, STUDIO_LOG_LEVEL: 'error' };
  const killed = await startStudio(data, variables);
  const other = await startStudio(data, variables);
  const send = (studio: StartedStudio, path: string, body?: object, revision?: string) =>
    fetch(`${studio.url}/v1/content/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${killed.token}`,
        'content-type': 'application/json',
        ...(revision === undefined ? {} : { 'if-match': revision }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect((await send(killed, 'cards', { spec_id: 'd', cards })).status).toBe(201);

  /** A reviewer decides a card on one instance, and on the other when the first is gone. */
  const decide = async (id: string, isFirst: boolean): Promise<boolean> => {
    const [near, far] = isFirst ? [killed, other] : [other, killed];
    const attempt = async (studio: StartedStudio): Promise<boolean> => {
      const read = await send(studio, `cards/${id}?spec_id=d`);
      const path = `cards/${id}/${isFirst ? 'approve' : 'return'}?spec_id=d`;
      const body = isFirst ? {} : { reason: 'no' };
      const answer = await send(studio, path, body, read.headers.get('etag') ?? '');
      return answer.status === 200;
    };
    return attempt(near).catch(() => attempt(far).catch(() => false));
  };
  const decisions = cards.flatMap(({ slide_id: id }, index) => {
    const both = [decide(id, true), decide(id, false)];
    if (index === cards.length / 2) killed.child.kill('SIGKILL');
    return both;
  });
  const accepted = (await Promise.all(decisions)).filter(Boolean).length;
  expect(accepted).toBeGreaterThan(0);

  const list = (await (await send(other, 'cards?spec_id=d')).json()) as {
    readonly items: readonly { readonly status: string }[];
  };
  const decided = list.items.filter(({ status }) => status !== 'draft');
  expect(decided.length).toBeGreaterThanOrEqual(accepted / 2);
  other.child.kill('SIGTERM');
  expect((await other.ended).code).toBe(0);

  const { store, close } = await openStore({ database: server.url, data });
  const { ok } = await verifyStore(store);
  const kinds: string[] = [];
  for await (const { type } of store.read('content-cards/d')) kinds.push(type);
  await close();
  expect(ok).toBe(true);
  const made = kinds.filter((type) => type === 'card-approved' || type === 'card-returned');
  // An accepted decision is in the store; one without an answer may be there too.
  expect(made.length).toBeGreaterThanOrEqual(accepted);
});
