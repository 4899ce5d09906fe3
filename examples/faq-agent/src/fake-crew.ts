import { setTimeout as sleep } from 'node:timers/promises';
import { shopRules } from '@kanmon/example-shared';
import { crewPlanHandler, planByRules } from '@kanmon/multistep-planner';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';

/** The behaviour of the stand-in. `gone`: it closes the connection without an answer. */
export type CrewMood = (typeof crewMoods)[number];

/** All of them. */
export const crewMoods = ['well', 'slow', 'wrong', 'gone'] as const;

/** Longer than anybody should wait for a plan. */
const slowMs = 30_000;

/** A plan that no gate should let through: data where search words belong. */
const wrongPlan = {
  steps: [{ id: 's1', type: 'search', query: '{"sql": "select * from orders"}', topK: 5 }],
  needsClarification: false,
  confidence: 'high',
};

/**
 * A stand-in for a crew service: the contract of `POST /crew/orchestrator/plan`, with the rule planner
 * in the place of the crew, and the ways in which a service goes wrong.
 */
export function createFakeCrew(mood: CrewMood): Hono<{ Bindings: HttpBindings }> {
  const plan = crewPlanHandler((input) => planByRules(input, shopRules));
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('/crew/orchestrator/plan', async (c) => {
    if (mood === 'wrong') return Response.json({ plan: wrongPlan });
    if (mood === 'gone') {
      c.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    // A slow answer takes longer than any client waits.
    const { signal } = c.req.raw;
    if (mood === 'slow') await sleep(slowMs, undefined, { signal, ref: false }).catch(() => {});
    return plan(c.req.raw);
  });
  return app;
}
