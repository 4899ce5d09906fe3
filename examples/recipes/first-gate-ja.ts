import { defineGate, defineRule, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const onTheTeam = defineRule({
  id: 'on-the-team',
  select: ['/owner'],
  messages: { ja: { 'unknown-person': '{name}さんはチームにいません' } },
  check(name: string, team: string[], report) {
    if (!team.includes(name)) report('unknown-person', { params: { name } });
  },
});
const schema = z.object({ title: z.string(), owner: z.string() });
const gate = defineGate({ name: 'task', schema, rules: [onTheTeam] });
const messages = [{ role: 'user' as const, content: '誰が書きますか' }];
const context = ['花子', '健'];

for (const answer of [
  'どうぞ。{title: "FAQ", owner: "健",}',
  '{"title": "FAQ", "owner": "太郎"}',
]) {
  const client = createScriptedClient(() => answer); // 実際には openai、claude、自作のクライアントなど
  const outcome = await runGate(gate, { client, context, messages, locale: 'ja' });
  if (outcome.status === 'passed') console.log('合格', outcome.value);
  else
    for (const finding of outcome.best?.findings ?? [])
      console.log(gate.format(finding, { locale: 'ja' }));
}
