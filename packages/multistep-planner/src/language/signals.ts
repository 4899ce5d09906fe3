/** What the form of a message says, beside its terms. */
export interface Signals {
  /** Points back: これ, it, the one before. */
  readonly demonstrative: boolean;
  /** Begins by connecting to what was said: じゃあ, what about. */
  readonly opener: boolean;
  /** Announces another topic: ところで, by the way. */
  readonly topicSwitch: boolean;
  /** Asks for more of the same: もっと詳しく, for example. */
  readonly elaboration: boolean;
  /** Asks for something else of the same kind: 他には, any other. */
  readonly more: boolean;
  readonly question: boolean;
  /** Holds a question word. */
  readonly wh: boolean;
  /** Asks for a rule that holds for everybody. */
  readonly policy: boolean;
  /** Is about the user's own order and its fate. */
  readonly personal: boolean;
  /** Asks how something is done. */
  readonly howTo: boolean;
  /** A greeting, thanks or a goodbye. */
  readonly chitchat: boolean;
  /** Cannot or will not answer a question. */
  readonly refusal: boolean;
  /** Asks which is best and names no criterion. */
  readonly choice: boolean;
  /** A noun and は？ or の場合は; what about X. */
  readonly ellipsis: boolean;
  /** A noun and も; X too. */
  readonly also: boolean;
  /** Ends in a predicate, so that it can stand alone. */
  readonly finished: boolean;
}
