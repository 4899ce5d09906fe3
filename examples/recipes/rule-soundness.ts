import { defineGate, defineRule } from '@kanmon/core/gate';
import { expectRuleSoundness } from '@kanmon/core/testing';
import * as z from 'zod';

type Context = { readonly team: readonly string[] };

const knownPeople = defineRule({
  id: 'known-people',
  select: ['/owner', '/reviewers/*'],
  type: 'string',
  decidable: 'node',
  messages: {
    en: { unknown: '{name} is not on the team' },
    ja: { unknown: '{name}さんはチームにいません' },
  },
  check(name: string, { team }: Context, report) {
    if (!team.includes(name)) report('unknown', { params: { name } });
  },
});
const ownerDoesNotReview = defineRule({
  id: 'owner-does-not-review',
  needs: 'schema',
  messages: { en: { self: '{name} is the owner and a reviewer' } },
  check(task: { owner: string; reviewers: readonly string[] }, _context: Context, report) {
    const index = task.reviewers.indexOf(task.owner);
    if (index < 0) return;
    report('self', { path: `/reviewers/${index}`, params: { name: task.owner } });
  },
});
const schema = z.object({ owner: z.string(), reviewers: z.array(z.string()).min(1) });
const gate = defineGate({ name: 'task', schema, rules: [knownPeople, ownerDoesNotReview] });

const context = { team: ['kim', 'sato', 'ana'] };
const verdict = gate.validate({ owner: 'kim', reviewers: ['bob', 'kim'] }, context);
console.log(verdict.errors);

const sound = expectRuleSoundness(gate, {
  samples: [{ value: { owner: 'kim', reviewers: ['sato'] }, context }],
  plan: { required: ['/owner', '/reviewers'], ids: ['/owner', '/reviewers/*'] },
  benign: [{ value: { owner: 'ana', reviewers: ['kim', 'sato'] }, context }],
});
console.log(sound);
