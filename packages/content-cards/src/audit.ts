export {
  approvalSection,
  type AuditParts,
  auditSections,
  importSection,
  reviewLogSection,
} from './service/audit-sections.ts';
export { mergeApproved, type MergeResult } from './service/merge-approved.ts';
