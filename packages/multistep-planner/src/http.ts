export { createDialogApp, type DialogAppOptions } from './http/create-dialog-app.ts';
export {
  type AgentSearchRequest,
  agentSearchRequestSchema,
  type AgentSearchResponse,
  openApiDocument,
} from './http/dialog-routes.ts';
