import { createScriptedClient } from '@kanmon/core/testing';
import { type LlmClient, LlmError } from '@kanmon/core';
import type { Answer, AnswerRequest } from '@kanmon/multistep-planner';
import { describe, expect, it, test } from 'vitest';
import { answerGate } from '../src/answer-gate.ts';
import { createModelAnswer } from '../src/model-answer.ts';

const request: AnswerRequest = {
  message: '8000円買うと、北海道への送料はいくらですか',
  language: 'ja',
  style: 'faq',
  includeSources: true,
  queries: ['北海道 送料'],
  hits: [
    { id: 'fee', title: '送料はいくらですか', text: '送料は本州が600円、北海道が900円です。' },
    { id: 'free', title: '送料無料', text: '8,000円以上のご注文は送料が無料です。' },
  ],
  history: [],
};

const fee = { text: '北海道への送料は900円です。', source: 'fee', quote: '北海道が900円' };
const free = { text: '8000円以上なら無料です。', source: 'free', quote: '8,000円以上' };

describe('the answer gate', () => {
  test.each([
    ['a true quote', fee, []],
    ['a quote in other width and spacing', { ...fee, quote: '北海道が ９００円' }, []],
    ['a number of the question', { ...fee, text: '8,000円の買い物でも900円です。' }, []],
    ['a source that was not found', { ...fee, source: 'warranty' }, ['source-unknown']],
    ['a quote that nobody wrote', { ...fee, quote: '北海道は無料' }, ['quote-not-in-source']],
    [
      'a quote of another source',
      { ...fee, source: 'free' },
      ['quote-not-in-source', 'number-not-in-source'],
    ],
    ['a number of its own', { ...fee, text: '送料は700円です。' }, ['number-not-in-source']],
  ])('%s', (_name, statement, codes) => {
    const { findings } = answerGate.validate({ statements: [statement] }, request);
    expect(findings.map(({ code }) => code)).toEqual(codes);
  });
});

describe('an answer by a model', () => {
  const ask = async (
    client: LlmClient,
    given: AnswerRequest = request,
  ): Promise<{ answer: Answer; refused: readonly string[] }> => {
    const refused: string[] = [];
    const tool = createModelAnswer({ client, onRefused: (reasons) => refused.push(...reasons) });
    const signal = new AbortController().signal;
    const answer = await tool.answer(given, { signal, deadline: Date.now() + 600_000 });
    return { answer, refused };
  };

  it('marks each sentence with its source, in the order of their first use', async () => {
    const text = `どうぞ: ${JSON.stringify({ statements: [free, fee, free] })}`;
    const { answer, refused } = await ask(
      createScriptedClient([{ text, usage: { outputTokens: 5 } }]),
    );
    expect(answer).toEqual({
      text: '8000円以上なら無料です。 [1]\n北海道への送料は900円です。 [2]\n8000円以上なら無料です。 [1]',
      sourceIds: ['free', 'fee'],
      usage: { outputTokens: 5 },
    });
    expect(refused).toEqual([]);
  });

  it.each([
    [
      'it cites falsely',
      JSON.stringify({ statements: [{ ...fee, quote: '無料' }] }),
      'quote-not-in-source',
    ],
    ['it writes prose', '送料は900円です。', 'not-json'],
  ])('is replaced by the passages when %s', async (_name, text, reason) => {
    const { answer, refused } = await ask(createScriptedClient([text]));
    expect(answer).toMatchObject({
      text: '送料は本州が600円、北海道が900円です。 [1]',
      sourceIds: ['fee'],
    });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toBe(reason);
  });

  it('is replaced by the passages when the provider fails', async () => {
    const client = createScriptedClient(() => {
      throw new LlmError('overloaded', { kind: 'overloaded', retryable: true });
    });
    const { answer, refused } = await ask(client);
    expect(answer.sourceIds).toEqual(['fee']);
    expect(refused).toHaveLength(1);
  });

  it('reports that there is no answer when the model finds nothing, and asks no model without hits', async () => {
    const { answer } = await ask(createScriptedClient(['{"statements": []}']));
    expect(answer).toMatchObject({
      sourceIds: [],
      text: expect.stringContaining('見つかりませんでした'),
    });
    const silent = createScriptedClient([]);
    expect((await ask(silent, { ...request, hits: [] })).answer.sourceIds).toEqual([]);
  });

  it('rejects with the reason when it is aborted', async () => {
    const controller = new AbortController();
    const client = createScriptedClient(() => {
      controller.abort(new Error('the reader has left'));
      return '{"statements": []}';
    });
    const tool = createModelAnswer({ client });
    const bounds = { signal: controller.signal, deadline: Date.now() + 600_000 };
    await expect(tool.answer(request, bounds)).rejects.toThrow('the reader has left');
  });
});
