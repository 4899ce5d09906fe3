export type { ProposalQualityAppOptions };
export { createProposalQualityApp };
export { openApiDocument };
