export {
  approvalSection,
  type AuditParts,
  auditSections,
  importSection,
  reviewLogSection,
} from './service/audit-sections.ts';
