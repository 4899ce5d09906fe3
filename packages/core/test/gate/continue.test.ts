import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { advice, task } from './advice-gate.ts';

const gate = defineGate({ name: 'any', schema: z.looseObject({}) });

const values: readonly Record<string, unknown>[] = [
  {},
  { a: 1 },
  { a: -0.5e-7, b: 1e21, c: 123456 },
  { a: true, b: false, c: null },
  { a: '' },
  { text: 'plain words in a row' },
  { text: 'a "quoted" word and a \\ backslash' },
  { text: 'line\nbreak\ttab \u0001 control' },
  { text: '日本語の文章です。見積もりを承認する。' },
  { text: 'emoji 👩‍👩‍👧‍👦 and 𠮷野家' },
  { text: '{"looks": "like JSON"}, [1, 2]' },
  { text: 'hahahahahahahahahahahahahaha' },
  { 'key with "quotes"': 'x', キー: 'y' },
  { list: [] },
  { list: [1, 2, 3, [4, [5]]] },
  { list: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
  { a: { b: { c: { d: { e: 'deep' } } } } },
  { a: [{ b: [{ c: [] }] }, {}] },
  advice(),
  { options: [{ label: 'A', risks: ['one', 'two'] }], summary: '`fence` ``` and <think>' },
];

/** The answer was cut at `cut`; what the model writes next is `rest`. */
async function continued(text: string, cut: number, rest: string) {
  const client = createScriptedClient([{ text: text.slice(0, cut), finish: 'length' }, rest]);
  return runGate(gate, { client, messages: task, budget: { maxAttempts: 2 } });
}

describe('the rest of a cut answer', () => {
  it.each(values.map((value) => [JSON.stringify(value), value] as const))(
    'joins at every character of %s',
    async (text, value) => {
      const cuts = Array.from({ length: text.length - 1 }, (_, index) => index + 1);
      const outcomes = await Promise.all(cuts.map((cut) => continued(text, cut, text.slice(cut))));
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'passed', attempts: { length: 2 } });
        expect(outcome.status === 'passed' && outcome.value).toEqual(value);
      }
    },
  );

  const text = JSON.stringify(advice());
  const repeats = [20, 45, 60, 74, 90].flatMap((cut) =>
    [8, 12, 20].map((overlap) => [cut, overlap] as const),
  );

  it.each(repeats)(
    'cut at %i is right or refused where the model repeats %i characters',
    async (cut, overlap) => {
      const outcome = await continued(text, cut, text.slice(cut - overlap));
      const value = outcome.status === 'passed' ? outcome.value : outcome.reason;
      expect([advice(), 'attempts']).toContainEqual(value);
    },
  );

  it('joins where the repetition would be no JSON', async () => {
    const cut = text.indexOf('"Option A"') + 5;
    const outcome = await continued(text, cut, text.slice(cut - 30));
    expect(outcome).toMatchObject({ status: 'passed', value: advice() });
  });

  it('is not guessed at where it may be doubled or meant twice', async () => {
    const outcome = await continued('{"a":"the plan is to wait"}', 20, ' plan is to wait"}');
    expect(outcome).toMatchObject({ status: 'rejected', attempts: [{}, { extracted: false }] });
  });

  const begun = '{"body":"Revenue grew by 12 percent and';
  const ended = ' costs fell.","tags":["fin"]}';
  const note = { body: 'Revenue grew by 12 percent and costs fell.', tags: ['fin'] };

  it.each([
    `\`\`\`json\n${ended}\n\`\`\``,
    `\`\`\`\n${ended}\`\`\`\nLet me know if you need more.`,
    `Sure, here is the rest:\n\`\`\`json\n${ended}\n\`\`\``,
    `<think>I need to continue.</think>${ended}`,
    `<think>I need to continue.</think>\n\n${ended}`,
    `<reasoning>\nThe cost is next.\n</reasoning>\n\`\`\`json\n${ended}\n\`\`\``,
  ])('is read without its frame: %j', async (rest) => {
    const outcome = await continued(begun + ended, begun.length, rest);
    expect(outcome).toMatchObject({ status: 'passed', value: note });
  });

  it.each(['Sure, here is the rest:\n', '続きです：\n', '続きを出力します。\n\n', '...', '…'])(
    'is not joined in the middle of a string after %j',
    async (sentence) => {
      const outcome = await continued(begun + ended, begun.length, sentence + ended);
      expect(outcome).toMatchObject({ status: 'rejected', attempts: [{}, { extracted: false }] });
    },
  );

  it('is read without a sentence before it where that alone is JSON', async () => {
    const outcome = await continued('{"a":1,"b":[1,2]}', 7, 'Here is the rest:\n"b":[1,2]}');
    expect(outcome).toMatchObject({ status: 'passed', value: { a: 1, b: [1, 2] } });
  });

  it('keeps a fence that belongs to the text', async () => {
    const rest = '```\nnpm test\n```\nand wait.","tags":[]}';
    const outcome = await continued(`{"body":"Run ${rest}`, 13, rest);
    expect(outcome).toMatchObject({
      status: 'passed',
      value: { body: 'Run ```\nnpm test\n```\nand wait.' },
    });
  });

  it('is not joined by guessing', async () => {
    const outcome = await continued('{"a":1 "b":2}', 7, '"b":2}');
    expect(outcome).toMatchObject({ status: 'rejected', attempts: [{}, { extracted: false }] });
  });

  it('that fits nowhere is followed by a new answer', async () => {
    const client = createScriptedClient([
      { text: '{"a":{"b":[1,2', finish: 'length' },
      'I will start over now',
      '{"a":1}',
    ]);
    const outcome = await runGate(gate, { client, messages: task });
    expect(outcome.attempts.map(({ mode }) => mode)).toEqual(['initial', 'continue', 'full']);
    expect(outcome.events).toContainEqual(expect.objectContaining({ reason: 'no-join' }));
  });
});
