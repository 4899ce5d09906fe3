export {
  buildKuromojiTokenizer,
  createKuromojiTokenizer,
  type KuromojiBuilder,
  type KuromojiInstance,
  type KuromojiToken,
} from './tokenizer/kuromoji-tokenizer.ts';
