import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import { extractRequiredTerms, foldTerm, validateTermPreservation } from '../../src/index.ts';

export const extraction: Subject<TextShape> = onText((text) => extractRequiredTerms(text));
export const folding: Subject<TextShape> = onText((text) => foldTerm(text));

const terms = [
  '認証',
  'userId',
  '3秒以内',
  'sign up',
  '貸し出し',
  'v1.1',
  '取り消し処理',
  'アクセスログ監視',
  '/a/b',
  '「不要」',
  'アプリ管理',
];
/** Looks for a list of terms in a plan whose one task is the text. */
export const matching: Subject<TextShape> = onText((acceptance) =>
  validateTermPreservation(terms, [{ id: 'a', acceptance }]),
);
/** Looks for the text as one term. */
export const oneTerm: Subject<TextShape> = onText((term) =>
  validateTermPreservation([term], [{ id: 'a', acceptance: '認証を行う' }]),
);
/** Looks for one limit in a plan of many numbers. */
export const manyNumbers: Subject<TextShape> = onText((acceptance) =>
  validateTermPreservation(['within 3 seconds'], [{ id: 'a', acceptance }]),
);
