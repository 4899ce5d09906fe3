export { createIntlTokenizer } from './tokenizer/intl-tokenizer.ts';
