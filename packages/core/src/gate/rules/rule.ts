import type { Message } from '../../messages/catalog.ts';
import type { Finding, Severity } from '../../vocabulary/finding.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import type { Locale } from '../../vocabulary/locale.ts';

/** Reports one finding of the rule at the judged node, or at `path` below it. */
export interface RuleReport {
  (
    code: string,
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

/** Where the judged node stands. */
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
  /** `schema`: judged only when the schema passed. @default 'nothing' */
  readonly needs?: 'nothing' | 'schema';
  /** `node`: depends on the node alone, so it may be judged while streaming. @default 'end' */
  readonly decidable?: 'node' | 'end';
  /** The gate's own catalog wins over these. */
  readonly messages?: RuleMessages;
  /** What a patch may touch: the place; also new elements; also the enclosing element. @default 'node' */
  readonly repair?: 'node' | 'append' | 'parent';
  /** Judges one node, synchronously. A throw is a Must finding of its own (`rule-threw`). */
  readonly check: (node: Node, context: Context, report: RuleReport, at: NodePlace) => void;
}

/** What `defineRule` takes: a rule whose severity and codes may be left out. */
export interface RuleInput<Node = unknown, Context = unknown> extends Omit<
  Rule<Node, Context>,
  'severity' | 'codes'
> {
  /** @default 'must' */
  readonly severity?: Severity;
  /** @default the codes that `messages` has a text for */
  readonly codes?: readonly string[];
}

/**
 * A rule, with its defaults filled in. Annotate the parameters of `check`; the types of the node and
 * of the context follow from them.
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
export function defineRule<Node = unknown, Context = unknown>(
  rule: RuleInput<Node, Context>,
): Rule<Node, Context> {
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
