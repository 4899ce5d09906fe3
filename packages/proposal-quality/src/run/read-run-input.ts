import { isRecord, type Locale } from '@kanmon/core';
import { localeOf } from '../text/locale-of.ts';
import type { DashboardNode } from '../rules/report-context.ts';
import { type PlacedNode, placedNodesOf } from './nodes-of.ts';
import { ProposalInputError } from './proposal-input-error.ts';

/** The input of a run after every check. */
export interface CheckedInput {
  readonly placed: readonly PlacedNode[];
  readonly nodes: readonly DashboardNode[];
  readonly focus: DashboardNode | null;
  readonly userIntent: string | null;
  readonly constraints: readonly string[];
  /** By the language of titles, intent and constraints. */
  readonly locale: Locale;
}

const maxIntentLength = 4000;
const maxConstraints = 50;
const maxConstraintLength = 1000;
const shownIds = 5;
const shownIdLength = 80;

/** Throws `ProposalInputError` for what no run can work with, before anything is asked of a model. */
export function readRunInput(input: unknown): CheckedInput {
  if (!isRecord(input)) throw new ProposalInputError('expected an object', { path: '' });
  const placed = placedNodesOf(input['dashboard'], '/dashboard');
  const nodes = placed.map(({ node }) => node);
  const userIntent = readIntent(input['userIntent']);
  const constraints = readConstraints(input['constraints']);
  const titles = nodes.map(({ title }) => title);
  return {
    placed,
    nodes,
    focus: readFocus(input['focusNodeId'], nodes),
    userIntent,
    constraints,
    locale: localeOf([...titles, userIntent ?? '', ...constraints]),
  };
}

/** The node an Advisor is to speak about; null where there is no node at all. */
export function readAdvisorTarget({ nodes, focus }: CheckedInput): DashboardNode | null {
  if (focus !== null) return focus;
  if (nodes.length > 1) {
    throw new ProposalInputError(
      `expected focusNodeId, since there are ${nodes.length} nodes; say which one the advice is about`,
      { path: '/focusNodeId' },
    );
  }
  return nodes[0] ?? null;
}

function readFocus(given: unknown, nodes: readonly DashboardNode[]): DashboardNode | null {
  if (given === undefined) return null;
  if (typeof given !== 'string') {
    throw new ProposalInputError('expected a text', { path: '/focusNodeId' });
  }
  const found = nodes.find(({ id }) => id === given.trim());
  if (found === undefined) {
    throw new ProposalInputError(
      `no node on the dashboard has the id ${JSON.stringify(given.slice(0, shownIdLength))}; ${idsOf(nodes)}`,
      { path: '/focusNodeId' },
    );
  }
  return found;
}

/** What might have been meant: the first few, a board is too long for a message. */
function idsOf(nodes: readonly DashboardNode[]): string {
  if (nodes.length === 0) return 'it has no nodes, so leave focusNodeId out';
  const shown = nodes.slice(0, shownIds).map(({ id }) => JSON.stringify(id));
  return `expected one of ${shown.join(', ')}${nodes.length > shownIds ? ' ...' : ''}`;
}

function readIntent(given: unknown): string | null {
  if (given === undefined) return null;
  if (typeof given !== 'string' || given.length > maxIntentLength) {
    throw new ProposalInputError(`expected a text of at most ${maxIntentLength} characters`, {
      path: '/userIntent',
    });
  }
  return given;
}

function readConstraints(given: unknown): readonly string[] {
  if (given === undefined) return [];
  const list: unknown = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list) || list.length > maxConstraints) {
    throw new ProposalInputError(`expected a text, or a list of at most ${maxConstraints} texts`, {
      path: '/constraints',
    });
  }
  return list.map((constraint: unknown, index) => {
    if (typeof constraint !== 'string' || constraint.length > maxConstraintLength) {
      throw new ProposalInputError(`expected a text of at most ${maxConstraintLength} characters`, {
        path: typeof given === 'string' ? '/constraints' : `/constraints/${index}`,
      });
    }
    return constraint;
  });
}
