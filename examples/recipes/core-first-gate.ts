import { defineGate } from '@kanmon/core/gate';
import { extractJson } from '@kanmon/core/json';
import * as z from 'zod';

const schema = z.object({ steps: z.array(z.string()).min(2) });
const gate = defineGate({ name: 'plan', schema });

for (const answer of ['Sure! {steps: ["ask", "write",]}', '{"steps": ["ask"]}']) {
  const found = extractJson(answer, { keys: ['steps'] });
  const verdict = gate.validate(found.status === 'ok' ? found.value : null);
  console.log(verdict.ok ? verdict.value : verdict.errors);
}
