export { createProposalQualityApp } from './http/create-app.ts';
export type { Caller, ProposalQualityAppOptions } from './http/app-options.ts';
export { openApiDocument } from './http/open-api.ts';
