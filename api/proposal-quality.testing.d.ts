export type { BrokenReport };
export type { Sample };
export { samples };
