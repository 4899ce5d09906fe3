export { issueResolutionSchema, issueSchema } from './entities/issue.ts';
export { iterationPolicySchema, sessionSchema } from './entities/session.ts';
export { manuscriptFetchLogSchema, stepExecutionSchema } from './entities/step-log.ts';
export { categoryToolMapSchema } from './tools/select-tools.ts';
