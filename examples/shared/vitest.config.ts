import { packageTests } from '../../config/vitest.ts';

export default packageTests('example-shared');
