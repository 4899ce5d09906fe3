import { packageTests } from '../../config/vitest.ts';

export default packageTests('llm-adapters');
