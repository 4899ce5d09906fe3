export {
  createProposalQualityApp,
  openApiDocument,
  type ProposalQualityAppOptions,
} from './http/create-app.ts';
