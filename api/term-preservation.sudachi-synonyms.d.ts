export type { SudachiOptions };
export { createSudachiSynonyms };
