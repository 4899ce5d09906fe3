import { createDialogAgent } from '@kanmon/multistep-planner';
import { createDialogApp } from '@kanmon/multistep-planner/http';

const search = {
  search: async () => [{ id: 'shipping', text: '北海道への送料は800円です。', title: '送料' }],
};
// A Hono app: `serve(app)`, `Deno.serve(app.fetch)`, or a route of your own app.
const app = createDialogApp({ agent: createDialogAgent({ search }), search });

const post = (body: object, accept = 'application/json') =>
  app.request('/agent.dialog', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });
const message = '北海道への送料を教えてください';

const answered = await post({ message });
const { answer, final, steps } = (await answered.json()) as {
  answer: string;
  final: boolean;
  steps: { query: string }[];
};
console.log(answered.status, answer, final, steps[0]?.query);

const events = await (await post({ message }, 'text/event-stream')).text();
console.log(events.match(/(?<=^event: ).+$/gmu)?.join(' '));

const refused = await post({ message: ' ', options: { topK: 0 } });
console.log(refused.status, ((await refused.json()) as { details: object[] }).details);
