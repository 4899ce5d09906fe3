export {
  cardSchema,
  createCardSchema,
  type Hash,
  type Story,
  storySchema,
  type Table,
  tableSchema,
} from './model/card.ts';
export { hashSchema, idSchema, patchIdSchema } from './model/text-schema.ts';
export {
  autoFixSchema,
  cardReviewSchema,
  type IssueSeverity,
  lineSourceSchema,
  reviewIssueSchema,
} from './model/review.ts';
export { cardViewSchema, type ReturnNote } from './model/view.ts';
export { type LogAction, logEntrySchema } from './model/log.ts';
export {
  type Approval,
  approvalDocumentSchema,
  approvalSchema,
  type Slide,
  type SlideAutoFix,
  type SlideReview,
  slideSchema,
} from './model/documents.ts';
export { aiLogEntrySchema, generationMetaSchema } from './draft/draft-records.ts';
export { importMetaSchema } from './import/import-meta.ts';
export {
  type ApproveRequest,
  type CreateRequest,
  createRequestSchemas,
  type PatchRequest,
  type RequestSchemas,
  type ReturnRequest,
  type SourceWarningsRequest,
} from './service/requests.ts';
