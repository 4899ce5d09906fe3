import { InvalidArgumentError, type Severity } from '@kanmon/core';
import { advisorPhrases, organizerPhrases } from '../phrases/built-in-phrases.ts';
import type { PhraseRule } from '../phrases/phrase-rule.ts';
import type { DashboardNode, ReportContext } from './report-context.ts';

/** A context made ready for look-ups, once for all rules of one judgement. */
export interface PreparedContext {
  /** How many valid ids there are. */
  readonly idCount: number;
  isValidId(id: string): boolean;
  /** Titles of the nodes: what a report quotes of them is not its own words. */
  titles(): ReadonlySet<string>;
  nodeOf(id: string): DashboardNode | undefined;
  readonly organizerPhrases: readonly PhraseRule[];
  readonly advisorPhrases: readonly PhraseRule[];
}

const preparedKey: unique symbol = Symbol('prepared');

/** A context that carries its look-ups: for the validators, which make one for every call. */
export type ReadyContext = ReportContext & { readonly [preparedKey]: PreparedContext };

/** By the context object, for contexts that callers made; contexts are read-only. */
const prepared = new WeakMap<object, PreparedContext>();

/** Below this a look through the list is faster than making a set of it. */
const smallList = 16;

/** Throws `InvalidArgumentError` for ids that are no list of texts. */
export function readyContext(context: ReportContext): ReadyContext {
  return { ...context, [preparedKey]: prepare(checkContext(context)) };
}

/** The look-ups of a context. Throws `InvalidArgumentError` as `readyContext` does. */
export function prepareContext(context: ReportContext | ReadyContext): PreparedContext {
  if (preparedKey in context) return context[preparedKey];
  const known = prepared.get(context);
  if (known !== undefined) return known;
  const made = prepare(checkContext(context));
  prepared.set(context, made);
  return made;
}

function prepare({ validNodeIds, nodes = [], phrases }: ReportContext): PreparedContext {
  const ids = validNodeIds.length > smallList ? new Set(validNodeIds) : null;
  let titles: ReadonlySet<string> | null = null;
  let nodesById: ReadonlyMap<string, DashboardNode> | null = null;
  return {
    idCount: validNodeIds.length,
    isValidId: (id) => (ids === null ? validNodeIds.includes(id) : ids.has(id)),
    titles: () => (titles ??= new Set(nodes.map(({ title }) => title))),
    nodeOf: (id) => (nodesById ??= firstById(nodes)).get(id),
    organizerPhrases: phrases?.organizer ?? organizerPhrases,
    advisorPhrases: phrases?.advisor ?? advisorPhrases,
  };
}

function firstById(nodes: readonly DashboardNode[]): ReadonlyMap<string, DashboardNode> {
  return new Map(nodes.toReversed().map((node) => [node.id, node]));
}

/** What callers get wrong who are not held back by types. */
function checkContext(context: ReportContext): ReportContext {
  const ids: unknown = context.validNodeIds;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
    throw new InvalidArgumentError(
      'expected validNodeIds to be an array of strings; pass the ids of all nodes the report may name, [] for none',
    );
  }
  const nodes: unknown = context.nodes;
  if (nodes !== undefined && !Array.isArray(nodes)) {
    throw new InvalidArgumentError(
      'expected nodes to be an array; take it from nodesOf(dashboard)',
    );
  }
  return context;
}

/** The severity a rule is to have, or `off`. */
export function severityOf(
  context: ReportContext,
  rule: { readonly id: string; readonly severity: Severity },
): Severity | 'off' {
  const { severities = {} } = context;
  return (Object.hasOwn(severities, rule.id) ? severities[rule.id] : undefined) ?? rule.severity;
}
