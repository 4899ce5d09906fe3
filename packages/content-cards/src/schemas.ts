export type { JsonObject } from './model/json.ts';
export { cardSchema, createCardSchema, storySchema, tableSchema } from './model/card-schema.ts';
export { hashSchema, idSchema, patchIdSchema } from './model/ids.ts';
export { logEntrySchema } from './model/log-schema.ts';
export {
  autoFixSchema,
  cardReviewSchema,
  lineSourceSchema,
  reviewIssueSchema,
} from './model/review-schema.ts';
export { cardViewSchema } from './model/view-schema.ts';
export { approvalDocumentSchema, approvalSchema, slideSchema } from './model/document-schema.ts';
export { aiLogEntrySchema, generationMetaSchema, importMetaSchema } from './model/meta-schema.ts';
export { createRequestSchemas, type RequestSchemas } from './service/requests.ts';
