import { defineGate, defineRule, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import * as z from 'zod';

const onTheTeam = defineRule({
  id: 'on-the-team',
  select: ['/owner'],
  messages: { 'unknown-person': '{name} is not on the team' },
  check(name: string, team: string[], report) {
    if (!team.includes(name)) report('unknown-person', { params: { name } });
  },
});
const schema = z.object({ title: z.string(), owner: z.string() });
const gate = defineGate({ name: 'task', schema, rules: [onTheTeam] });
const messages = [{ role: 'user' as const, content: 'Who writes?' }];
const context = ['hanako', 'ken'];

for (const answer of ['Sure! {title: "FAQ", owner: "ken",}', '{"title": "FAQ", "owner": "bob"}']) {
  const client = createScriptedClient(() => answer); // or openai, claude, your own ...
  const outcome = await runGate(gate, { client, context, messages });
  if (outcome.status === 'passed') console.log('passed', outcome.value);
  else for (const finding of outcome.best?.findings ?? []) console.log(gate.format(finding));
}
