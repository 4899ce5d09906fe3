export { type FaqEntry, faqUrl, readFaq } from './faq.ts';
export { answerFromPassages, createPassageAnswer } from './passage-answer.ts';
export { createFaqSearch } from './faq-search.ts';
export {
  createPassageIndex,
  type FoundPassage,
  type Passage,
  type PassageIndex,
} from './passage-index.ts';
export { shopRules } from './shop-rules.ts';
export { tokenize } from './tokenize.ts';
