import {
  type Catalog,
  InvalidArgumentError,
  type JsonValue,
  type Locale,
  type Severity,
} from '@kanmon/core';
import { advisorPhrases, organizerPhrases } from '../phrases/built-in-phrases.ts';
import type { PhraseRule } from '../phrases/phrase-rule.ts';

/** A node of the board, with the host's other members. */
export interface DashboardNode {
  readonly id: string;
  readonly title: string;
  readonly status?: string;
  readonly [key: string]: JsonValue | undefined;
}

/** `texts`: the options are wordings, so each must have a description. */
export type ReportPurpose = 'choices' | 'texts';

/** Options of the validators. */
export interface ReportOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  /** Texts by code; they win over the built-in ones. */
  readonly catalog?: Catalog;
  /** @default 'choices' */
  readonly purpose?: ReportPurpose;
  /** The report must be about this node. */
  readonly focusNodeId?: string;
  /** Enables the rules about statuses; texts may quote their titles, whatever phrases these contain. */
  readonly nodes?: readonly DashboardNode[];
  /** Replace the built-in lists. */
  readonly phrases?: {
    readonly organizer?: readonly PhraseRule[];
    readonly advisor?: readonly PhraseRule[];
  };
  /** By rule id. A fixed Must cannot be turned off or down. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}

/** Context of the gates: what the rules compare a report with. */
export interface ReportContext extends Omit<ReportOptions, 'locale' | 'catalog'> {
  /** Every id a report may name, as written. */
  readonly validNodeIds: readonly string[];
}

/** Look-ups in a context, created once for all rules of one judgement. */
type PreparedContext = ReturnType<typeof prepare>;

const preparedKey: unique symbol = Symbol('prepared');

/** A context with its look-ups, for the validators, which create one in each call. */
export type ReadyContext = ReportContext & { readonly [preparedKey]: PreparedContext };

/** Look-ups by context object, for contexts that callers create. Contexts are read-only. */
const prepared = new WeakMap<object, PreparedContext>();

/** Up to this length a search of the list is faster than a set. */
const smallList = 16;

/** Adds the look-ups to a context. Throws `InvalidArgumentError` for ids that are not a list of texts. */
export function readyContext(context: ReportContext): ReadyContext {
  return { ...context, [preparedKey]: prepare(checkContext(context)) };
}

/** Returns the look-ups of a context. Throws like `readyContext`. */
export function prepareContext(context: ReportContext | ReadyContext): PreparedContext {
  if (preparedKey in context) return context[preparedKey];
  const known = prepared.get(context);
  if (known !== undefined) return known;
  const made = prepare(checkContext(context));
  prepared.set(context, made);
  return made;
}

function prepare({ validNodeIds, nodes = [], phrases }: ReportContext) {
  const ids = validNodeIds.length > smallList ? new Set(validNodeIds) : null;
  let titles: ReadonlySet<string> | null = null;
  let nodesById: ReadonlyMap<string, DashboardNode> | null = null;
  return {
    idCount: validNodeIds.length,
    isValidId: (id: string) => (ids === null ? validNodeIds.includes(id) : ids.has(id)),
    /** Titles of the nodes, which a report may quote. */
    titles: () => (titles ??= new Set(nodes.map(({ title }) => title))),
    nodeOf: (id: string) => (nodesById ??= firstById(nodes)).get(id),
    organizerPhrases: phrases?.organizer ?? organizerPhrases,
    advisorPhrases: phrases?.advisor ?? advisorPhrases,
  };
}

function firstById(nodes: readonly DashboardNode[]): ReadonlyMap<string, DashboardNode> {
  return new Map(nodes.toReversed().map((node) => [node.id, node]));
}

/** Throws `InvalidArgumentError` for ids that are not a list of texts. */
export function checkNodeIds(ids: unknown): void {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return;
  throw new InvalidArgumentError(
    'expected validNodeIds to be an array of strings; pass the ids of all nodes the report may name, [] for none',
  );
}

/** Checks the members for callers without types. */
function checkContext(context: ReportContext): ReportContext {
  checkNodeIds(context.validNodeIds);
  const nodes: unknown = context.nodes;
  if (nodes !== undefined && !Array.isArray(nodes)) {
    throw new InvalidArgumentError(
      'expected nodes to be an array; take it from nodesOf(dashboard)',
    );
  }
  return context;
}
