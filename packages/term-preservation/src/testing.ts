export { checkSynonymSource, checkTokenizer } from './testing/check-sources.ts';
