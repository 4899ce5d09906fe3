import { openAICompatible } from '@genkit-ai/compat-oai';
import { openAI } from '@genkit-ai/compat-oai/openai';
import { GateRejectedError } from '@kanmon/core/gate';
import { genkit, type GenerateResponse, z } from 'genkit';
import { logger } from 'genkit/logging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateMiddleware } from '../../src/genkit.ts';
import { asRecord } from '../../src/wire/read.ts';
import { context, faq, taskGate } from './cases.ts';
import { type FakeOpenAi, promptOf, startFakeOpenAi } from './fake-openai.ts';

logger.setLogLevel('error');

const schema = z.object({ title: z.string(), owner: z.string() });
const wrong = { ...asRecord(faq), owner: 'mallory' };
const patch = { patch: [{ op: 'replace', path: '/owner', value: 'kim' }] };
const use = [gateMiddleware(taskGate, { context })];

describe('gateMiddleware in the plugin of Genkit for OpenAI', () => {
  let server: FakeOpenAi;
  beforeAll(async () => {
    server = await startFakeOpenAi();
  });
  afterAll(() => server.close());

  const settings = () => ({ apiKey: 'test', baseURL: server.baseUrl, maxRetries: 0 });
  const openAi = () => genkit({ plugins: [openAI(settings())], model: openAI.model('gpt-4o') });
  const compatible = () =>
    genkit({
      plugins: [openAICompatible({ name: 'local', ...settings() })],
      model: 'local/qwen',
    });
  const formsOf = (run: { readonly calls: readonly { readonly body: object }[] }) =>
    run.calls.map(({ body }) => asRecord(asRecord(body)['response_format'])['type'] ?? 'none');

  it('passes a value on that the plugin has parsed', async () => {
    const run = server.play('parsed', [{ text: JSON.stringify(faq) }]);
    const { output } = await openAi().generate({
      prompt: promptOf('parsed'),
      output: { schema },
      use,
    });
    expect(output).toEqual(faq);
    expect(run.calls).toHaveLength(1);
  });

  it('corrects a value that the plugin has parsed', async () => {
    const run = server.play('wrong', [
      { text: JSON.stringify(wrong) },
      { text: JSON.stringify(patch) },
    ]);
    const { output } = await openAi().generate({
      prompt: promptOf('wrong'),
      output: { schema },
      use,
    });
    expect(output).toEqual(faq);
    expect(run.calls).toHaveLength(2);
  });

  it.each(['generate', 'stream'])(
    'turns no JSON mode on for a model that has the schema in its prompt (%s)',
    async (way) => {
      const run = server.play(way, [
        { text: JSON.stringify(wrong) },
        { text: JSON.stringify(patch) },
      ]);
      const ai = compatible();
      const options = { prompt: promptOf(way), output: { schema }, use };
      const answer = async (): Promise<unknown> => {
        if (way === 'generate') return (await ai.generate(options)).output;
        const { stream, response } = ai.generateStream(options);
        const chunks: unknown[] = [];
        for await (const chunk of stream) chunks.push(chunk.output);
        expect(chunks).toEqual([faq]);
        return (await response).output;
      };
      await expect(answer()).resolves.toEqual(faq);
      expect(formsOf(run)).toEqual(['none', 'none']);
    },
  );
});

describe('gateMiddleware and the parts of an answer of Genkit', () => {
  /** Answers with the contents, one after the other. */
  const ask = async (...contents: readonly (readonly object[])[]) => {
    const ai = genkit({});
    let calls = 0;
    const model = ai.defineModel({ name: 'parts' }, async (_request, onChunk) => {
      const content = structuredClone(contents[calls]) as { text: string }[];
      calls += 1;
      onChunk?.({ content });
      return {
        message: { role: 'model', content, metadata: { call: calls } },
        finishReason: 'stop',
        custom: { citations: [`http://${calls}`] },
      };
    });
    const { stream, response } = ai.generateStream({
      model,
      prompt: 'Who does it?',
      output: { schema },
      use,
    });
    const chunks: object[] = [];
    for await (const chunk of stream) chunks.push(...chunk.content);
    const { output, message, custom }: GenerateResponse = await response;
    return {
      calls,
      chunks,
      output,
      content: message?.content,
      metadata: message?.metadata,
      custom,
    };
  };
  const reasoning = { reasoning: 'I weigh two people.', metadata: { thoughtSignature: 'abc' } };
  const media = { media: { url: 'data:image/png;base64,AA==' } };
  const passed = { text: JSON.stringify(faq) };

  it.each([
    { name: 'a text', content: [reasoning, passed, media] },
    { name: 'a value', content: [reasoning, { data: faq }, media] },
  ])('leaves an answer of $name alone that has passed at once', async ({ content }) => {
    const answer = await ask(content);
    expect(answer).toMatchObject({
      calls: 1,
      output: faq,
      content,
      chunks: content,
      metadata: { call: 1 },
      custom: { citations: ['http://1'] },
    });
  });

  it('keeps the other parts of an answer whose JSON was repaired', async () => {
    const { output, content, metadata } = await ask([
      reasoning,
      { text: `\`\`\`json\n${JSON.stringify(faq)}\n\`\`\`` },
      media,
    ]);
    expect(output).toEqual(faq);
    expect(content).toEqual([reasoning, media, passed]);
    expect(metadata).toMatchObject({ call: 1 });
  });

  it('keeps the media of an answer that was patched, without the reasoning of the rejected text', async () => {
    const answer = await ask(
      [reasoning, { data: wrong }, media],
      [{ reasoning: 'Kim, then.' }, { data: patch }],
    );
    expect(answer).toMatchObject({ calls: 2, output: faq });
    expect(answer.content).toEqual([media, passed]);
    expect(answer.chunks).toEqual([media, passed]);
    expect(answer.custom).toEqual({});
  });

  it('keeps nothing of an answer that was asked for again', async () => {
    const answer = await ask(
      [reasoning, { text: 'It depends.' }, media],
      [{ reasoning: 'Kim, then.' }, { data: faq }],
    );
    expect(answer).toMatchObject({ calls: 2, output: faq });
    expect(answer.content).toEqual([{ reasoning: 'Kim, then.' }, passed]);
  });

  it('returns the value that it has judged when an answer has both a value and a text', async () => {
    const answer = await ask([{ text: JSON.stringify(wrong) }, { data: faq }]);
    expect(answer).toMatchObject({ calls: 1, output: faq, content: [passed] });
  });

  it('refuses a value that stays wrong', async () => {
    const refused = ask([{ data: wrong }], [{ data: wrong }], [{ data: wrong }]);
    await expect(refused).rejects.toThrow(GateRejectedError);
  });
});
