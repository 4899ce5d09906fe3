export { cardSchema, createCardSchema, storySchema, tableSchema } from './model/card-schema.ts';
export { hashSchema, idSchema, patchIdSchema } from './model/ids.ts';
export {
  autoFixSchema,
  cardReviewSchema,
  lineSourceSchema,
  reviewIssueSchema,
} from './model/review-schema.ts';
export { approvalDocumentSchema, approvalSchema, slideSchema } from './model/document-schema.ts';
export { createRequestSchemas, type RequestSchemas } from './service/requests.ts';
