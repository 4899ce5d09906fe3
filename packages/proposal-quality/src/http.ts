export { createProposalQualityApp } from './http/create-app.ts';
export type { ProposalQualityAppOptions } from './http/app-options.ts';
export { openApiDocument } from './http/open-api.ts';
