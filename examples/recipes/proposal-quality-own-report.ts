import { defineGate, defineRule, type Gated, runGate } from '@kanmon/core/gate';
import { createScriptedClient, expectRuleSoundness } from '@kanmon/core/testing';
import { organizerPhrases, phraseRule } from '@kanmon/proposal-quality';
import * as z from 'zod';

const schema = z.object({ meeting_id: z.string(), agenda: z.array(z.string()).min(1) });
type Agenda = z.infer<typeof schema>;
interface Context {
  readonly meetingIds: readonly string[];
}

const knownMeeting = defineRule({
  id: 'agenda/meeting',
  select: ['/meeting_id'],
  type: 'string',
  messages: { en: { 'unknown-meeting': "no meeting '{id}'" } },
  check(id: string, { meetingIds }: Context, report) {
    if (!meetingIds.includes(id)) report('unknown-meeting', { params: { id } });
  },
});
const noOrders = phraseRule<Context>({
  id: 'agenda/phrase',
  phrases: organizerPhrases,
  select: ['/agenda/*'],
  messages: { en: { 'forbidden-phrase': '{place}: "{matched}" is an order' } },
});

const gate = defineGate({ name: 'agenda', schema, rules: [knownMeeting, noOrders] });
const render = ({ agenda }: Gated<Agenda>): string => agenda.map((item) => `- ${item}`).join('\n');

const context: Context = { meetingIds: ['m1'] };
const answer = { meeting_id: 'm1', agenda: ['予算を決めるべき'] };
const patch = [{ op: 'replace', path: '/agenda/0', value: '予算の案を比べる' }];
const client = createScriptedClient([JSON.stringify(answer), JSON.stringify({ patch })]);
const messages = [{ role: 'user', content: '議題を提案してください' }] as const;
const outcome = await runGate(gate, { client, context, messages });
console.log(outcome.attempts[0]?.findings.map((finding) => gate.format(finding)));
if (outcome.status === 'passed') console.log(render(outcome.value));

const value = { meeting_id: 'm1', agenda: ['予算の案を比べる'] };
const plan = { required: ['/meeting_id', '/agenda'], ids: ['/meeting_id'] };
console.log(expectRuleSoundness(gate, { samples: [{ value, context }], plan }));
