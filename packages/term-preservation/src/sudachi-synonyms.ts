export { createSudachiSynonyms, type SudachiOptions } from './synonyms/sudachi-synonyms.ts';
