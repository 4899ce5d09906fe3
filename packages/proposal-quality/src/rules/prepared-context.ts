import { InvalidArgumentError, type Severity } from '@kanmon/core';
import { advisorPhrases, organizerPhrases } from '../phrases/built-in-phrases.ts';
import type { PhraseRule } from '../phrases/phrase-rule.ts';
import type { DashboardNode, ReportContext } from './report-context.ts';

/** A context made ready for look-ups, once for all rules of one judgement. */
export interface PreparedContext {
  readonly ids: ReadonlySet<string>;
  /** Titles of the nodes: what a report quotes of them is not its own words. */
  readonly titles: ReadonlySet<string>;
  readonly nodes: ReadonlyMap<string, DashboardNode>;
  readonly organizerPhrases: readonly PhraseRule[];
  readonly advisorPhrases: readonly PhraseRule[];
}

/** By the context object; contexts are read-only. */
const prepared = new WeakMap<object, PreparedContext>();

/** Throws `InvalidArgumentError` for ids that are no list of texts. */
export function prepareContext(context: ReportContext): PreparedContext {
  const known = prepared.get(context);
  if (known !== undefined) return known;
  const { validNodeIds, nodes = [], phrases = {} } = checkContext(context);
  const made: PreparedContext = {
    ids: new Set(validNodeIds),
    titles: new Set(nodes.map(({ title }) => title)),
    nodes: new Map(nodes.map((node) => [node.id, node])),
    organizerPhrases: phrases.organizer ?? organizerPhrases,
    advisorPhrases: phrases.advisor ?? advisorPhrases,
  };
  prepared.set(context, made);
  return made;
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
