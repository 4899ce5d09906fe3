import type { Analysis } from '../language/analysis.ts';
import type { Term } from '../language/term.ts';

/** What the dialog is about before the message: the terms that a follow-up leaves out. */
export interface Focus {
  /** Of the first message in view: what the dialog began with. */
  readonly opening: readonly Term[];
  /** Of the question that opened the present topic. */
  readonly topic: readonly Term[];
  /** Of the latest question; the same as `topic` when that opened it. */
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
