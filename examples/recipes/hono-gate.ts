import { sValidator } from '@hono/standard-validator';
import { gateSchema, isGated } from '@kanmon/core/gate';
import { Hono } from 'hono';
import { context, gate } from './task-gate.ts';

// The edit of a person passes the same gate as the answer of a model.
const app = new Hono().post('/tasks', sValidator('json', gateSchema(gate, { context })), (c) => {
  const task = c.req.valid('json');
  return c.json({ saved: task.title, gated: isGated(task, gate) });
});

for (const owner of ['kim', 'mallory']) {
  const response = await app.request('/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Write the FAQ', owner }),
  });
  console.log(response.status, await response.text());
}
