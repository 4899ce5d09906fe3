export { checkSynonymSource };
export { checkTokenizer };
