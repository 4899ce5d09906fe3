import {
  createCrewOrchestratorClient,
  createDialogAgent,
  crewPlanHandler,
  planByRules,
} from '@kanmon/multistep-planner';

// The other process; here the same one, reached through `fetch`.
const handler = crewPlanHandler((input) => planByRules(input));
const crews = {
  'that plans': (url: string | URL | Request, init?: RequestInit) =>
    handler(new Request(url, init)),
  'that hangs': () => new Promise<Response>(() => undefined),
  'that is wrong': async () => Response.json({ plan: { steps: 'all of them' } }),
};
for (const [name, fetch] of Object.entries(crews)) {
  const agent = createDialogAgent({
    search: { search: async ({ query }) => [{ id: query, text: query }] },
    crew: createCrewOrchestratorClient({ baseUrl: 'http://crew.internal', fetch, timeoutMs: 50 }),
  });
  const { meta } = await agent.turn({
    message: 'How much is shipping to Canada?',
    options: { mode: 'crew' },
  });
  console.log(`a crew ${name}:`, meta?.orchestratorMode, meta?.plannerSource, meta?.fallback);
}
