// One program over every package, from the published tarballs. Each runtime must print the same bytes, so
// nothing here depends on the clock, on random numbers, on the locale or on files.
import { createMemoryEventStore, verifyChain } from '@kanmon/core';
import { defineGate, defineRule, runGate } from '@kanmon/core/gate';
import { applyPatch, extractJson } from '@kanmon/core/json';
import { createManualClock, createScriptedClient } from '@kanmon/core/testing';
import { importSources } from '@kanmon/content-cards';
import { createHtmlAdapter } from '@kanmon/content-cards/html';
import { verifyStore } from '@kanmon/event-store';
import { createAnchor, createRemapper } from '@kanmon/issue-tracker';
import { createMockClient } from '@kanmon/llm-adapters';
import { planByRules } from '@kanmon/multistep-planner';
import { validateOrganizerReport } from '@kanmon/proposal-quality';
import { extractRequiredTerms } from '@kanmon/term-preservation';
import * as z from 'zod';

/** Returns the output of the program. */
export async function smoke(): Promise<string> {
  const lines: string[] = [];
  const print = (name: string, value: unknown): void => {
    lines.push(`${name} ${JSON.stringify(value)}`);
  };

  print('extract', extractJson('Sure! {title: "FAQ", owner: "ken", tags: ["a",]} Done.'));
  print('patch', applyPatch({ a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }]));

  const known = defineRule({
    id: 'known',
    select: ['/owner'],
    messages: { en: { 'unknown-person': '{name} is not on the team' } },
    check(name: string, team: string[], report) {
      if (!team.includes(name)) report('unknown-person', { params: { name } });
    },
  });
  const schema = z.object({ title: z.string(), owner: z.string() });
  const gate = defineGate({ name: 'task', schema, rules: [known] });
  const client = createScriptedClient([
    '{"title": "FAQ", "owner": "bob"}',
    '{"title": "FAQ", "owner": "ken"}',
  ]);
  const messages = [{ role: 'user' as const, content: 'Who writes the FAQ?' }];
  const outcome = await runGate(gate, { client, context: ['ken'], messages });
  print('gate', [outcome.status === 'passed' && outcome.value, outcome.attempts.length]);

  const mock = createMockClient(['Hello.']);
  print('client', (await mock.generate({ messages })).text);

  print('organizer', validateOrganizerReport({ summary: '' }, ['n1']));
  print('terms', extractRequiredTerms('Return GET /items within 3 seconds; do not delete users.'));
  print('plan', planByRules({ message: 'How do I set up SSO, and what does it cost?' }).plan);

  const before = 'He left home in a hurry.\nHe came back in a hurry.\n';
  const remapper = createRemapper(before, before.replace('He left', 'One day he left'));
  const start = before.indexOf('in a hurry');
  print('remap', remapper.remap(createAnchor(before, { start, end: start + 10 })));

  const store = createMemoryEventStore({ clock: createManualClock('2026-01-01') });
  const events = [{ type: 'noted', data: { text: '値', list: [1, 2.5, null] } }];
  await store.append('s', events, { expectedVersion: 0 });
  await store.append('s', events, { expectedVersion: 1 });
  print('chain', await verifyChain(store.read('s')));
  print('store', await verifyStore(store));

  const html =
    '<h1>Price</h1><p>12 dollars a month.</p><table><tr><td>a</td><td>b</td></tr></table>';
  const bytes = new TextEncoder().encode(html);
  const sources = [{ kind: 'bytes' as const, name: 'price.html', bytes }];
  const { cards } = await importSources(sources, { adapters: [createHtmlAdapter()] });
  print('html', cards);

  return `${lines.join('\n')}\n`;
}
