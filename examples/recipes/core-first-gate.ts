import { defineGate } from '@kanmon/core/gate';
import * as z from 'zod';

const schema = z.object({ steps: z.array(z.string()).min(2) });
const gate = defineGate({ name: 'plan', schema });

for (const answer of ['Sure! {steps: ["ask", "write",]}', '{"steps": ["ask"]}']) {
  const reading = gate.read(answer);
  console.log(reading.ok ? reading.value : reading.errors);
}
