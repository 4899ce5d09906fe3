export { categoryToolMapSchema };
export { issueResolutionSchema };
export { issueSchema };
export { iterationPolicySchema };
export { manuscriptFetchLogSchema };
export { sessionSchema };
export { stepExecutionSchema };
