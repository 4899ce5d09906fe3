import { stripVTControlCharacters } from 'node:util';
import { createScriptedClient } from '@kanmon/core/testing';
import { createDialogAgent } from '@kanmon/multistep-planner';
import { createFaqSearch, createPassageAnswer, shopRules } from '@kanmon/example-shared';
import { expect, it } from 'vitest';
import { createPlainView } from '../src/plain-view.ts';
import { createTerminalView } from '../src/terminal-view.ts';
import { chatTexts } from '../src/texts.ts';

let plan = 'no plan';

/** Returns the text that a terminal shows in the end, without lines that were cleared. */
function screen(written: string): string {
  return stripVTControlCharacters(written.replaceAll('\r\u001B[K', '\u0000'))
    .split('\n')
    .map((line) => line.split('\u0000').at(-1))
    .join('\n');
}

async function shown(
  messages: readonly string[],
  { useLlmPlanner = false, makeView = createTerminalView } = {},
): Promise<string> {
  let written = '';
  const output = { write: (text: string) => (written += text) };
  const view = makeView(output, chatTexts.ja, false);
  const agent = createDialogAgent({
    search: createFaqSearch(),
    answer: createPassageAnswer(),
    client: createScriptedClient(() => plan),
    rules: shopRules,
  });
  for (const message of messages) {
    view.asked(message);
    const request = { sessionId: 's', message, options: { useLlmPlanner } };
    for await (const event of agent.stream(request)) view.event(event);
  }
  return written;
}

it('shows a status line and leaves only the answer and its source', async () => {
  const written = await shown(['沖縄への送料はいくらですか']);
  expect(written).toContain('質問を読んでいます…');
  expect(written).toContain('「沖縄 送料」を検索しています…');
  expect(screen(written)).toMatch(
    /^送料は1回のご注文につき.* \[1\]\n {2}\[1\] 送料はいくらですか https:\S+\n\n$/,
  );
});

it('asks back without an answer, and reports a plan that was not the model’s', async () => {
  expect(screen(await shown(['送料について']))).toBe(
    'お届け先の地域（都道府県や国）はどちらですか？\n\n',
  );
  expect(screen(await shown(['保証期間はどのくらいですか'], { useLlmPlanner: true }))).toMatch(
    /\n {2}\* モデルの計画が使えなかったので、規則で計画しました（llm-no-plan）。\n/,
  );
});

it.each([createTerminalView, createPlainView])(
  'lets no escape sequence of a model through (%o)',
  async (makeView) => {
    const question = '\u001B]0;owned\u0007\u001B[2Jどれですか？\u202E';
    plan = JSON.stringify({
      steps: [{ type: 'clarify', questions: [question] }],
      needsClarification: true,
      confidence: 'low',
    });
    const written = await shown(['それは？'], { useLlmPlanner: true, makeView });
    expect(written).toContain('どれですか？');
    for (const sequence of ['\u001B]0', '\u0007', '\u001B[2J', '\u202E']) {
      expect(written).not.toContain(sequence);
    }
  },
);
