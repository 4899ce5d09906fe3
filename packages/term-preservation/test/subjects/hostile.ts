import { type HostileTarget, hostileTarget } from '@kanmon/test-support';
import {
  buildRepairPrompt,
  extractRequiredTerms,
  extractTermsFromTasks,
  foldTerm,
  normalizeText,
  renderCoverageMatrix,
  validateTermPreservation,
} from '../../src/index.ts';
import { adjudicatorMessages, extractorMessages } from '../../src/llm.ts';

// Every public function of this package that reads text.

const prose = ['japanese', 'english', 'kana', 'digits', 'code', 'paths', 'wide', 'odd'] as const;
const plan = [{ id: 'a', acceptance: 'ログイン認証を3秒以内に行う。userIdを渡す。' }];

export const extraction: HostileTarget = hostileTarget(prose, (text) => extractRequiredTerms(text));
export const taskTerms: HostileTarget = hostileTarget(prose, (text) =>
  extractTermsFromTasks([{ id: 'a', acceptance: text, context: text }]),
);
export const folding: HostileTarget = hostileTarget(['kana', 'odd', 'wide', 'digits'], (text) =>
  foldTerm(text),
);
export const normalization: HostileTarget = hostileTarget(['kana', 'odd', 'wide'], (text) => {
  const { text: normal, toOriginal } = normalizeText(text);
  return toOriginal(0, normal.length);
});
/** The text as one required term. */
export const oneTerm: HostileTarget = hostileTarget(prose, (text) =>
  validateTermPreservation([text], plan),
);
/** The pieces of the text as required terms. */
export const manyTerms: HostileTarget = hostileTarget(prose, (text) =>
  validateTermPreservation(text.match(/.{1,20}/gsu) ?? [], plan),
);
const terms = ['認証', 'userId', '3秒以内', 'sign up', '貸し出し', 'v1.1', '/a/b', '「不要」'];
export const tasks: HostileTarget = hostileTarget(prose, (text) =>
  validateTermPreservation(terms, [{ id: 'a', acceptance: text }]),
);
export const prompts: HostileTarget = hostileTarget(
  ['wide', 'markdown', 'odd', 'paths'],
  (text) => {
    const result = validateTermPreservation([text.slice(0, 200)], [{ id: 'a', acceptance: text }]);
    buildRepairPrompt(result);
    return renderCoverageMatrix(result);
  },
);
export const modelPrompts: HostileTarget = hostileTarget(['markdown', 'odd', 'json'], (text) => {
  extractorMessages(text, 'ja');
  return adjudicatorMessages({ text }, 'en');
});
