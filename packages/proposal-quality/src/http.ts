export { createProposalQualityApp, openApiDocument } from './http/create-app.ts';
export type { ProposalQualityAppOptions } from './http/routes.ts';
