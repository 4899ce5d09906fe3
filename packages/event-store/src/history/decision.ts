// For the PostgreSQL store, until it imports from the kit itself.
export { type Fence, removedError } from '@kanmon/core/kit';
