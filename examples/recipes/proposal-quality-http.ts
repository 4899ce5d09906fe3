import { createProposalQualityApp } from '@kanmon/proposal-quality/http';

const app = createProposalQualityApp(); // a Hono app; with `client` it also runs
const response = await app.request('/api/proposal-quality/validate', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ type: 'organizer', report: {}, validNodeIds: ['n1'] }),
});
const { ok, errors } = (await response.json()) as { ok: boolean; errors: string[] };
console.log(response.status, ok, errors[0]);
