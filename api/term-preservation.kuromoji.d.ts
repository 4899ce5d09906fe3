export type { KuromojiBuilder };
export type { KuromojiInstance };
export type { KuromojiToken };
export { buildKuromojiTokenizer };
export { createKuromojiTokenizer };
