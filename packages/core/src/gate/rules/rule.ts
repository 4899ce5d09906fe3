import { checkOptions } from '../../vocabulary/check-options.ts';
import type { Message } from '../../messages/catalog.ts';
import type { Finding, Severity } from '../../vocabulary/finding.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import type { Locale } from '../../vocabulary/locale.ts';

/** Reports one finding of the rule at the judged node, or at `path` below it. */
export interface RuleReport<Code extends string = string> {
  (
    code: Code,
    options?: {
      /** Relative to the node. @default '' (the node itself) */
      readonly path?: JsonPointer;
      /** What the message needs to be concrete. */
      readonly params?: Finding['params'];
    },
  ): void;
}

/** Kinds of nodes a rule may ask for. */
export type NodeType = 'string' | 'array' | 'object' | 'number' | 'boolean' | 'any';

/** Texts beside the rule, by code: per locale, or flat, which is English. */
export type RuleMessages =
  | { readonly [L in Locale]?: Readonly<Record<string, Message>> }
  | Readonly<Record<string, string>>;

/** The codes that the texts beside a rule name. */
export type CodeOf<Messages> =
  Messages extends Readonly<Record<string, string>>
    ? keyof Messages & string
    : {
        [L in Locale]: Messages extends { readonly [K in L]?: infer Texts }
          ? keyof NonNullable<Texts> & string
          : never;
      }[Locale];

/** The place of the judged node. */
export interface NodePlace {
  readonly path: JsonPointer;
  /** The whole raw value. While streaming: the part of it that has arrived. */
  readonly root: JsonValue;
}

/** One thing that is judged: what it selects, what it may report, and the judgement itself. */
export interface Rule<Node = unknown, Context = unknown> {
  /** Unique in its gate; `schema` belongs to the schema's own findings. */
  readonly id: string;
  readonly severity: Severity;
  /** Every code the rule may report. */
  readonly codes: readonly string[];
  /** `matchPointer` patterns over the raw value. @default [''] (the root) */
  readonly select?: readonly string[];
  /** Called only for nodes of this type. @default 'any' */
  readonly type?: NodeType;
  /** `schema`: judged only when the schema passed, never in a stream: `decidable: 'node'` keeps its nodes from being shown. @default 'nothing' */
  readonly needs?: 'nothing' | 'schema';
  /** `node`: depends on the node alone, so it may be judged while streaming. @default 'end' */
  readonly decidable?: 'node' | 'end';
  /** The gate's own catalog wins over these. */
  readonly messages?: RuleMessages;
  /** The places that a patch may change: the place; also new elements; also the enclosing element. @default 'node' */
  readonly repair?: 'node' | 'append' | 'parent';
  /**
   * Judges one node, synchronously, by calling `report`. It returns nothing: a returned value (`false`
   * of a predicate, a promise) and a throw are each a separate Must finding (`rule-threw`), since
   * neither means that the node is fine.
   */
  readonly check: RuleCheck<Node, Context>;
}

/** The judgement of a rule; see `Rule.check`. */
export type RuleCheck<Node, Context, Code extends string = string> = (
  node: Node,
  context: Context,
  report: RuleReport<Code>,
  at: NodePlace,
) => void | undefined;

/** The argument of `defineRule`: a rule whose severity and codes may be left out. */
export interface RuleInput<
  Node = unknown,
  Context = unknown,
  Messages extends RuleMessages = RuleMessages,
  Code extends string = string,
> extends Omit<Rule<Node, Context>, 'severity' | 'codes' | 'messages' | 'check'> {
  /** @default 'must' */
  readonly severity?: Severity;
  /** @default the codes that `messages` has a text for */
  readonly codes?: readonly Code[];
  readonly messages?: Messages;
  /** `report` takes the codes of `messages` and `codes` only. */
  readonly check: RuleCheck<
    Node,
    Context,
    string extends Code ? CodeOf<Messages> : CodeOf<Messages> | Code
  >;
}

/**
 * Creates a rule with its defaults filled in. Annotate the parameters of `check`; the types of the
 * node and of the context follow from them.
 *
 * @example
 * const knownId = defineRule({
 *   id: 'known-id',
 *   select: ['/node_ids/*'],
 *   messages: { 'unknown-id': '{id} is not on the board' },
 *   check(id: string, context: { ids: readonly string[] }, report) {
 *     if (!context.ids.includes(id)) report('unknown-id', { params: { id } });
 *   },
 * });
 */
export function defineRule<
  Node = unknown,
  Context = unknown,
  const Messages extends RuleMessages = RuleMessages,
  const Code extends string = string,
>(rule: RuleInput<Node, Context, Messages, Code>): Rule<Node, Context> {
  checkOptions(
    rule,
    'id severity codes select type needs decidable messages repair check',
    'defineRule',
  );
  const { severity = 'must', codes = codesOf(rule.messages) } = rule;
  return Object.freeze({ ...rule, severity, codes });
}

/** The texts by locale, whichever of the two forms they were written in. */
export function messagesByLocale(messages: RuleMessages): {
  readonly [L in Locale]?: Readonly<Record<string, Message>>;
} {
  return isFlat(messages) ? { en: messages } : messages;
}

function codesOf(messages: RuleMessages | undefined): readonly string[] {
  if (messages === undefined) return [];
  const { en = {}, ja = {} } = messagesByLocale(messages);
  return [...new Set([...Object.keys(en), ...Object.keys(ja)])];
}

function isFlat(messages: RuleMessages): messages is Readonly<Record<string, string>> {
  return Object.values(messages).some((entry) => typeof entry === 'string');
}
