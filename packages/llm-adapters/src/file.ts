export { createFileCassetteStore } from './node/create-file-cassette-store.ts';
export type { CassetteStore } from './cassette/cassette-store.ts';
