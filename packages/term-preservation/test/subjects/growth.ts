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
];
/** Looks for a list of terms in a plan whose one task is the text. */
export const matching: Subject<TextShape> = onText((acceptance) =>
  validateTermPreservation(terms, [{ id: 'a', acceptance }]),
);
