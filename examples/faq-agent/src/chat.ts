import { createInterface } from 'node:readline';
import { randomIds } from '@kanmon/core';
import type { Environment } from '@kanmon/example-shared/provider-client';
import { assemble } from './assemble.ts';
import type { Command } from './arguments.ts';
import type { ChatView, Output } from './chat-view.ts';
import { exitCodes } from './exit-codes.ts';
import { createJsonView } from './json-view.ts';
import { createPlainView } from './plain-view.ts';
import { createTerminalView } from './terminal-view.ts';
import { chatTexts } from './texts.ts';

/** The streams of the process that a chat uses. */
export interface ChatStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly error: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly interrupt: () => void;
}

/** Talks until the input ends; gives the exit code. The history is closed whole, whatever happened. */
export async function chat(
  command: Extract<Command, { readonly name: 'chat' }>,
  environment: Environment,
  streams: ChatStreams,
): Promise<number> {
  const { input, output, error, signal, interrupt } = streams;
  const texts = chatTexts[command.locale];
  const isTerminal = input.isTTY === true && output.isTTY === true && !command.json;
  const view = viewOf(command, output, isTerminal);
  const { agent, store } = await assemble(command.agent, environment, (reasons) =>
    view.notice(texts.refused(reasons)),
  );
  const sessionId = command.session ?? randomIds().next('sess');
  const lines = createInterface({
    input,
    ...(isTerminal ? { output, prompt: '> ' } : {}),
    terminal: isTerminal,
  });
  lines.on('SIGINT', interrupt);
  signal.addEventListener('abort', () => lines.close(), { once: true });
  // Ctrl-D may come while an answer is on its way; a closed reader prompts no more.
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  const prompt = (): void => {
    if (isTerminal && isOpen) lines.prompt();
  };
  view.welcome();
  prompt();
  let failures = 0;
  try {
    for await (const line of lines) {
      if (signal.aborted || line.trim() === '/quit') break;
      if (line.trim() !== '') {
        view.asked(line);
        for await (const event of agent.stream({ sessionId, message: line }, { signal })) {
          if (signal.aborted) break;
          view.event(event);
          if (event.type === 'turn-failed') failures += 1;
        }
      }
      if (signal.aborted) break;
      prompt();
    }
  } finally {
    lines.close();
    await store.close();
  }
  if (isTerminal) output.write('\n');
  if (command.agent.data !== undefined) error.write(`${texts.kept(sessionId)}\n`);
  if (signal.aborted) return exitCodes.interrupted;
  return failures > 0 ? exitCodes.failed : exitCodes.done;
}

function viewOf(
  { json, locale, verbose }: Extract<Command, { readonly name: 'chat' }>,
  output: Output,
  isTerminal: boolean,
): ChatView {
  if (json) return createJsonView(output);
  const make = isTerminal ? createTerminalView : createPlainView;
  return make(output, chatTexts[locale], verbose);
}
