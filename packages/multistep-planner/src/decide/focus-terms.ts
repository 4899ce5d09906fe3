import type { Analysis } from '../language/analysis.ts';
import type { Term } from '../language/term.ts';

/** What the dialog is about before the message: the terms that a follow-up leaves out. */
export interface Focus {
  /**
   * Of the question that opened the present topic, later values in their place. Where no word of the
   * lexicon tells of another topic, that is the first question of the dialog.
   */
  readonly opening: readonly Term[];
  /** Of the latest question; the same as `opening` when that opened it. */
  readonly latest: readonly Term[];
  /** What a follow-up now refers to: earlier terms with later values in their place. */
  readonly current: readonly Term[];
  /** Of the assistant's last message. */
  readonly answer: readonly Term[];
  readonly question: Analysis | null;
}

/** A verb stem (届き) names a topic weakly: it needs something that arrives. */
export function isNounTopic({ topics, text }: Term): boolean {
  return topics.length > 0 && !/\p{Script=Han}\p{Script=Hiragana}$/u.test(text);
}
