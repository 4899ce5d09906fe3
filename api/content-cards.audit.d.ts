export type { AuditParts };
export type { MergeResult };
export { approvalSection };
export { auditSections };
export { importSection };
export { mergeApproved };
export { reviewLogSection };
