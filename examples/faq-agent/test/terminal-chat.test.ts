import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { chat } from '../src/chat.ts';

const command = {
  name: 'chat',
  locale: 'ja',
  json: false,
  verbose: false,
  agent: { mode: 'local', crewTimeoutMs: 3000 },
} as const;

const terminal = () => Object.assign(new PassThrough(), { isTTY: true });

/** Resolves when the terminal has shown the text. */
function shows(output: PassThrough, text: string): Promise<void> {
  let shown = '';
  return new Promise((resolve) => {
    output.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.includes(text)) resolve();
    });
  });
}

it.each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 0],
  ['/quit', '/quit\r', 0],
])('a terminal prompts, answers, and is left with %s', async (_name, key, code) => {
  const [input, output] = [terminal(), terminal()];
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  const welcomed = shows(output, '> ');
  const answered = shows(output, '[1] 送料はいくらですか');
  const streams = { input, output, error: { write() {} }, signal: stop.signal, interrupt };
  const left = chat(command, {}, streams);
  await welcomed;
  input.write('沖縄への送料はいくらですか\r');
  await answered;
  input.write(key);
  expect(await left).toBe(code);
});
