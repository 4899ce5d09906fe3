export type { Caller };
export type { ProposalQualityAppOptions };
export { createProposalQualityApp };
export { openApiDocument };
