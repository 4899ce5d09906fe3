import { describe, expect, it } from 'vitest';
import { startModelServer } from '@kanmon/example-shared/testing';
import { askDeck, runDeck } from './run-deck.ts';
import { spec, useWorkingFolder } from './working-folder.ts';

const place = useWorkingFolder();

describe('a model behind an address', () => {
  it('drafts, and its orders stay words', async () => {
    const server = await startModelServer(
      () => '{"title": "題", "body": ["本文"], "status": "approved"}',
    );
    const answer = await askDeck(place.path, ['draft', spec], server.variables);
    expect(answer).toMatchObject({
      ok: true,
      created: ['cover', 'payment', 'promise'],
      model: 'local',
    });
    const { cards } = (await askDeck(place.path, ['list'])) as { cards: { status: string }[] };
    expect(cards.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
    server.close();
  });

  it('blocks an approval with a second opinion of C, and returns nothing by itself', async () => {
    await runDeck(place.path, ['draft', spec]);
    const server = await startModelServer(
      () => '{"grade":"C","strengths":[],"weaknesses":["根拠がない"],"actions":[]}',
    );
    const review = await runDeck(place.path, ['review', 'cover', '--llm'], server.variables);
    expect(review).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('弱い点: 根拠がない'),
    });
    expect(await runDeck(place.path, ['approve', 'cover'])).toMatchObject({ code: 6 });
    expect((await runDeck(place.path, ['list'])).stdout).toMatch(/C {2}草案 {2}cover/);
    server.close();
  });

  it('keeps the old review when the answer is of no use', async () => {
    await runDeck(place.path, ['draft', spec]);
    const server = await startModelServer(() => 'I would rather not say.');
    const answer = await askDeck(place.path, ['review', 'cover', '--llm'], server.variables);
    expect(answer).toMatchObject({ ok: false, exit_code: 5, failed: ['cover'] });
    expect(await runDeck(place.path, ['approve', 'cover'])).toMatchObject({ code: 0 });
    server.close();
  });
});
