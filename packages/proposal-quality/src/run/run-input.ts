import { isRecord, type JsonPointer, type JsonValue, KanmonError, type Locale } from '@kanmon/core';
import { formatPointer } from '@kanmon/core/json';
import { copyJson, describeValue, type FieldIssueCode, isPlainObject } from '@kanmon/core/kit';
import type { DashboardNode } from '../rules/report-context.ts';
import { localeOf } from '../text/locale-of.ts';

/** A dashboard as `GET /api/dashboard` returns it: nodes by tray. */
export interface Dashboard {
  readonly trays: Readonly<Record<string, readonly DashboardNode[]>>;
}

/** Input of a run. */
export interface RunInput {
  readonly dashboard: Dashboard;
  /** The node the report must be about. */
  readonly focusNodeId?: string;
  /** The user's request in their own words; at most 4,000 characters. */
  readonly userIntent?: string;
  /** Conditions that the report must respect; at most 50. */
  readonly constraints?: string | readonly string[];
}

/** The input of a run, or of an endpoint, is invalid. Code `proposal-input`. */
export class ProposalInputError extends KanmonError {
  static override readonly errorName: string = 'ProposalInputError';

  readonly path: JsonPointer;
  /** A code, such as `missing` or `too_long`. */
  readonly issue: FieldIssueCode;

  constructor(
    message: string,
    { path, issue }: { readonly path: JsonPointer; readonly issue: FieldIssueCode },
  ) {
    super(message, { code: 'proposal-input' });
    this.path = path;
    this.issue = issue;
  }
}

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

/** A node and the tray in which it was found first. */
export interface PlacedNode {
  readonly node: DashboardNode;
  readonly tray: string;
}

/** Limits of an input, also for its JSON Schema. */
export const inputLimits = {
  idLength: 200,
  /** As many ids as a validator accepts; a model could not read a larger board. */
  nodes: 10_000,
  intentLength: 4000,
  constraints: 50,
  constraintLength: 1000,
} as const;

/*
 * The reader is written by hand because it repairs what a schema would refuse: it trims ids, drops
 * nodes with a blank id, duplicates, and the host's members that are not JSON.
 */

/** Reads the input of a run. Throws `ProposalInputError` for invalid input, before any call of a model. */
export function readRunInput(input: unknown): CheckedInput {
  if (!isRecord(input)) throw refusal('', 'wrong_type', 'expected an object');
  const placed = placedNodesOf(input['dashboard'], '/dashboard');
  const nodes = placed.map(({ node }) => node);
  const { userIntent: intent } = input;
  const userIntent =
    intent === undefined ? null : readText(intent, inputLimits.intentLength, '/userIntent');
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

const memberNames = ['dashboard', 'focusNodeId', 'userIntent', 'constraints'];

/** As `readRunInput`, for callers in code: a misspelt member would be ignored. Bodies of requests may have others. */
export function readCallerInput(input: RunInput): CheckedInput {
  const names = Object.keys({ ...input });
  const unknown = names.find((name) => !memberNames.includes(name));
  if (unknown === undefined || !isRecord(input)) return readRunInput(input);
  throw refusal(
    formatPointer([unknown]),
    'unknown_field',
    `unknown member ${describeValue(unknown)} of the input; the members are ${memberNames.join(', ')}`,
  );
}

/** Returns the node that an Advisor must write about; null if there is no node. */
export function readAdvisorTarget({ nodes, focus }: CheckedInput): DashboardNode | null {
  if (focus !== null || nodes.length <= 1) return focus ?? nodes[0] ?? null;
  throw refusal(
    '/focusNodeId',
    'missing',
    `expected focusNodeId, since there are ${nodes.length} nodes; say which one the advice is about`,
  );
}

/**
 * Returns the nodes of a dashboard: the union over its trays in order; of nodes with the same id the
 * first. Ids are trimmed, and nodes with a blank id dropped. Throws `ProposalInputError` with the place.
 */
export function nodesOf(dashboard: unknown): readonly DashboardNode[] {
  return placedNodesOf(dashboard, '').map(({ node }) => node);
}

/** Returns the nodes of a dashboard with their trays; `at` is the place of the dashboard. */
export function placedNodesOf(dashboard: unknown, at: JsonPointer): readonly PlacedNode[] {
  const trays = isRecord(dashboard) ? ownValue(dashboard, 'trays') : undefined;
  if (!isPlainObject(trays)) {
    throw refusal(
      `${at}/trays`,
      trays === undefined ? 'missing' : 'wrong_type',
      'expected trays, an object of lists of nodes, as in { trays: { inbox: [{ id: "n1", title: "..." }] } }',
    );
  }
  const placed = new Map<string, PlacedNode>();
  for (const [tray, nodes] of Object.entries(trays)) {
    const place = `${at}/trays${formatPointer([tray])}`;
    if (!Array.isArray(nodes)) throw refusal(place, 'wrong_type', 'expected a list of nodes');
    for (const [index, given] of nodes.entries()) {
      const node = readNode(given, `${place}/${index}`);
      if (node.id === '' || placed.has(node.id)) continue;
      if (placed.size >= inputLimits.nodes) {
        throw refusal(`${at}/trays`, 'too_many', `expected at most ${inputLimits.nodes} nodes`);
      }
      placed.set(node.id, { node, tray });
    }
  }
  return [...placed.values()];
}

/** Reads a node. Members of the host are kept if they are JSON. */
export function readNode(given: unknown, path: JsonPointer): DashboardNode {
  if (!isRecord(given)) throw refusal(path, 'wrong_type', 'expected a node, an object');
  const id = ownValue(given, 'id');
  const at = `${path}/id`;
  if (id === undefined) throw refusal(at, 'missing', 'expected an id, a text');
  const trimmed = readText(typeof id === 'string' ? id.trim() : id, inputLimits.idLength, at);
  if (/\p{Cc}/u.test(trimmed)) {
    throw refusal(at, 'control_character', 'expected an id without control characters');
  }
  const title = ownValue(given, 'title');
  const status = ownValue(given, 'status');
  return {
    ...hostMembers(given),
    id: trimmed,
    title: typeof title === 'string' ? title : '',
    ...(typeof status === 'string' ? { status } : {}),
  };
}

const ownMembers: ReadonlySet<string> = new Set(['id', 'title', 'status', '__proto__']);

function hostMembers(given: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
  const members: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) {
    if (ownMembers.has(name) || value === undefined) continue;
    const copied = copyJson(value);
    if (copied.ok) members[name] = copied.value;
  }
  return members;
}

/** Returns an own member; inherited members were not sent. */
function ownValue(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

const shownIds = 5;
const shownIdLength = 80;

function readFocus(given: unknown, nodes: readonly DashboardNode[]): DashboardNode | null {
  if (given === undefined) return null;
  const path = '/focusNodeId';
  if (typeof given !== 'string') throw refusal(path, 'wrong_type', 'expected a text');
  const found = nodes.find(({ id }) => id === given.trim());
  if (found !== undefined) return found;
  // The first few, since a board is too long for a message.
  const shown = nodes.slice(0, shownIds).map(({ id }) => JSON.stringify(id));
  const choice =
    nodes.length === 0
      ? 'it has no nodes, so leave focusNodeId out'
      : `expected one of ${shown.join(', ')}${nodes.length > shownIds ? ' ...' : ''}`;
  throw refusal(
    path,
    'unknown_value',
    `no node on the dashboard has the id ${JSON.stringify(given.slice(0, shownIdLength))}; ${choice}`,
  );
}

function readConstraints(given: unknown): readonly string[] {
  if (given === undefined) return [];
  const { constraints: most, constraintLength } = inputLimits;
  const path = '/constraints';
  if (typeof given === 'string') return [readText(given, constraintLength, path)];
  if (!Array.isArray(given) || given.length > most) {
    const issue = Array.isArray(given) ? 'too_many' : 'wrong_type';
    throw refusal(path, issue, `expected a text, or a list of at most ${most} texts`);
  }
  return given.map((each, index) => readText(each, constraintLength, `${path}/${index}`));
}

function readText(given: unknown, maxLength: number, path: JsonPointer): string {
  if (typeof given === 'string' && given.length <= maxLength) return given;
  const issue = typeof given === 'string' ? 'too_long' : 'wrong_type';
  const got = issue === 'too_long' ? `${String(given).length} of them` : describeValue(given);
  throw refusal(
    path,
    issue,
    `expected a text of at most ${maxLength} characters at ${path}, got ${got}`,
  );
}

function refusal(path: JsonPointer, issue: FieldIssueCode, message: string): ProposalInputError {
  return new ProposalInputError(message, { path, issue });
}
