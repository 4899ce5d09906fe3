import { defineGate, defineRule } from '@kanmon/core/gate';
import * as z from 'zod';

// The gate of the recipes for frameworks: a schema, and a rule that needs data.
export const Task = z.object({ title: z.string().min(1), owner: z.string() });
export type Team = { team: string[] };

const onTeam = defineRule({
  id: 'on-team',
  select: ['/owner'],
  type: 'string',
  decidable: 'node',
  messages: { 'not-on-team': '{owner} is not on the team' },
  check(owner: string, { team }: Team, report) {
    if (!team.includes(owner)) report('not-on-team', { params: { owner } });
  },
});

export const gate = defineGate({ name: 'task', schema: Task, rules: [onTeam] });
export const context: Team = { team: ['kim', 'sato'] };
