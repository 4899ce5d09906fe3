import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import { type DialogResponse, type SearchHit } from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';
import { shop } from './subjects/shop.ts';

const hit = (id: string, text = id): SearchHit => ({ id, text, title: id });

describe('anti-nag', () => {
  const nagging = JSON.stringify({
    steps: [{ id: 'c', type: 'clarify', questions: ['どれですか？'] }],
    needsClarification: true,
    confidence: 'low',
  });

  test('a model that always asks is heard once', async () => {
    const client = createScriptedClient(() => nagging);
    const { agent } = dialogFixture({ client, rules: shop, hits: () => [hit('h')] });
    const responses: DialogResponse[] = [];
    for (const message of [
      'ログインできません',
      'パスワードの変更方法は？',
      '退会したい',
      '領収書はもらえますか',
    ]) {
      responses.push(
        await agent.turn({ sessionId: 's', message, options: { useLlmPlanner: true } }),
      );
    }
    expect(responses.map(({ needsClarification }) => needsClarification)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('a question without its slot is kept, one with an asked slot is not', async () => {
    const two = JSON.stringify({
      steps: [
        {
          id: 'c',
          type: 'clarify',
          questions: ['どの商品？', 'どの地域？'],
          about: ['product', 'region'],
        },
      ],
      needsClarification: true,
      // A model that words its list differently still asks its steps' questions.
      clarifyingQuestions: ['何についてですか？'],
      confidence: 'low',
    });
    const client = createScriptedClient(() => two);
    const { agent } = dialogFixture({ client, rules: shop, hits: () => [hit('h')] });
    const ask = (message: string, useLlmPlanner: boolean): Promise<DialogResponse> =>
      agent.turn({ sessionId: 's', message, options: { useLlmPlanner } });
    expect((await ask('サイズを教えて', false)).needsClarification).toBe(true);
    await ask('領収書はもらえますか？', false);
    expect((await ask('ギフト包装はできますか？', true)).clarifyingQuestions).toEqual([
      'どの地域？',
    ]);
  });

  test('a slot is asked for once, and the reply completes the search', async () => {
    const { agent, search } = dialogFixture({ rules: shop, hits: () => [hit('h')] });
    const ask = (message: string): Promise<DialogResponse> =>
      agent.turn({ sessionId: 's', message });
    expect((await ask('送料について')).needsClarification).toBe(true);
    await ask('北海道です');
    expect(search.calls.at(-1)?.query).toBe('送料 北海道');
    expect((await ask('送料について')).needsClarification).toBe(false);
  });

  test.each([
    ['わからない', '送料'],
    ['no idea', '送料'],
  ])('the refusal %s searches what is known', async (reply, query) => {
    const { agent, search } = dialogFixture({ rules: shop, hits: () => [hit('h')] });
    await agent.turn({ sessionId: 's', message: '送料について' });
    const { needsClarification } = await agent.turn({ sessionId: 's', message: reply });
    expect(needsClarification).toBe(false);
    expect(search.calls.at(-1)?.query).toBe(query);
  });

  test('a question with its own topic drops the pending one', async () => {
    const { agent, search } = dialogFixture({ rules: shop, hits: () => [hit('h')] });
    await agent.turn({ sessionId: 's', message: '送料について' });
    await agent.turn({ sessionId: 's', message: '領収書は発行できますか？' });
    expect(search.calls.at(-1)?.query).toContain('領収書');
    expect(search.calls.at(-1)?.query).not.toContain('送料');
  });
});
