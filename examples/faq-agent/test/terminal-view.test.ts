import { stripVTControlCharacters } from 'node:util';
import { createScriptedClient } from '@kanmon/core/testing';
import { createDialogAgent } from '@kanmon/multistep-planner';
import { createFaqSearch, createPassageAnswer } from '@kanmon/example-shared';
import { expect, it } from 'vitest';
import { createTerminalView } from '../src/terminal-view.ts';
import { chatTexts } from '../src/texts.ts';

/** What a terminal shows in the end: a line that was cleared is gone. */
function screen(written: string): string {
  return stripVTControlCharacters(written.replaceAll('\r\u001B[K', '\u0000'))
    .split('\n')
    .map((line) => line.split('\u0000').at(-1))
    .join('\n');
}

async function shown(messages: readonly string[], useLlmPlanner = false): Promise<string> {
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const view = createTerminalView(output, chatTexts.ja, false);
  const agent = createDialogAgent({
    search: createFaqSearch(),
    answer: createPassageAnswer(),
    client: createScriptedClient(['no plan', 'no plan', 'no plan']),
  });
  for (const message of messages) {
    view.asked(message);
    const request = { sessionId: 's', message, options: { useLlmPlanner } };
    for await (const event of agent.stream(request)) view.event(event);
  }
  return written;
}

it('tells what is going on and leaves only the answer and its source', async () => {
  const written = await shown(['沖縄への送料はいくらですか']);
  expect(written).toContain('質問を読んでいます…');
  expect(written).toContain('「沖縄 送料」を検索しています…');
  expect(screen(written)).toMatch(
    /^送料は1回のご注文につき.* \[1\]\n {2}\[1\] 送料はいくらですか https:\S+\n\n$/,
  );
});

it('asks back without an answer, and tells of a plan that was not the model’s', async () => {
  expect(screen(await shown(['送料について']))).toBe(
    'お届け先の地域（都道府県や国）はどちらですか？\n\n',
  );
  expect(screen(await shown(['保証期間はどのくらいですか'], true))).toMatch(
    /\n {2}\* モデルの計画が使えなかったので、規則で計画しました（llm-no-plan）。\n/,
  );
});
