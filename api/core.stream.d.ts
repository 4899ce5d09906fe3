export type { DeepPartial };
export type { PartialReader };
export { createPartialReader };
