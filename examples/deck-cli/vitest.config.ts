import { packageTests } from '../../config/vitest.ts';

export default packageTests('deck-cli');
