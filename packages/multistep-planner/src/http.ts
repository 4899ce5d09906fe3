export {
  createDialogApp,
  type DialogAppOptions,
  type DialogEnvironment,
} from './http/create-dialog-app.ts';
export {
  type AgentSearchRequest,
  agentSearchRequestSchema,
  type AgentSearchResponse,
  type ErrorBody,
} from './http/http-schema.ts';
export { openApiDocument } from './http/open-api-document.ts';
