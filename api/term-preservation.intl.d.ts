export { createIntlTokenizer };
