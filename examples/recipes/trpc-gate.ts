import { gateSchema, isGated } from '@kanmon/core/gate';
import { initTRPC } from '@trpc/server';
import { context, gate, type Team } from './task-gate.ts';

// The answer of a model leaves the server only through the gate; the input of a person passes the same one.
const t = initTRPC.context<Team>().create();
const schema = gateSchema(gate, { context });
const answers = ['{"title": "Write the FAQ", "owner": "kim"}', '{"title": "", "owner": "kim"}'];
const router = t.router({
  draft: t.procedure
    .output(gateSchema(gate, { context, fromText: true }))
    .query(() => answers.shift()),
  save: t.procedure.input(schema).mutation(({ input }) => isGated(input, gate)),
});

const api = router.createCaller(context);
console.log((await api.draft()).title);
console.log(await api.draft().catch(String));
console.log(await api.save({ title: 'Write the FAQ', owner: 'sato' }));
console.log(await api.save({ title: 'Write the FAQ', owner: 'mallory' }).catch(String));
