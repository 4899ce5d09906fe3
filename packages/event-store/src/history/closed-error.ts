// For the PostgreSQL store, until it imports from the kit itself.
export { closedError } from '@kanmon/core/kit';
