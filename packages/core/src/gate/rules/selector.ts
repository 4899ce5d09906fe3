import { parsePointer } from '../../json/pointer.ts';

/**
 * One step of a compiled set of patterns. All patterns of a rule share one tree, so that a walk
 * meets every selected node once and in document order.
 */
export interface SelectorStep {
  /** The state of being at this step only, made once so that a walk need not allocate it. */
  readonly alone: SelectorState;
  readonly literals: Map<string, SelectorStep>;
  star: SelectorStep | null;
  /** A pattern ends here: the node is selected. */
  selected: boolean;
  /** A final `**`: this node and all below are selected. */
  deep: boolean;
}

/** Places in the tree that a node has reached; more than one where `*` and a name both fit. */
export type SelectorState = readonly SelectorStep[];

/** Compiles `matchPointer` patterns; throws `InvalidArgumentError` on a bad form. */
export function compileSelector(patterns: readonly string[]): SelectorState {
  const root = makeStep();
  for (const pattern of patterns) addPattern(root, pattern);
  return root.alone;
}

/** Where a member named `token` of a node in `state` stands; empty when nothing below is selected. */
export function advance(state: SelectorState, token: string): SelectorState {
  const [only] = state;
  if (only === undefined || state.length > 1) return advanceAll(state, token);
  const named = only.literals.get(token);
  if (only.star === null && !only.deep) return named?.alone ?? nowhere;
  if (named === undefined && !only.deep) return only.star?.alone ?? nowhere;
  if (named === undefined && only.star === null) return deepStep.alone;
  return advanceAll(state, token);
}

function advanceAll(state: SelectorState, token: string): SelectorState {
  const reached: SelectorStep[] = [];
  for (const step of state) {
    const named = step.literals.get(token);
    if (named !== undefined) reached.push(named);
    if (step.star !== null) reached.push(step.star);
    // One is enough: below a `**` all are alike.
    if (step.deep && !reached.includes(deepStep)) reached.push(deepStep);
  }
  return reached;
}

/** Whether a node in this state is selected. */
export function isSelected(state: SelectorState): boolean {
  for (const step of state) if (step.selected || step.deep) return true;
  return false;
}

/**
 * The only member that can lead on, when there is just one: it is looked up instead of searched for
 * among all members of an object.
 */
export function onlyToken(state: SelectorState): string | null {
  const [only] = state;
  if (state.length !== 1 || only === undefined || only.star !== null || only.deep) return null;
  if (only.literals.size !== 1) return null;
  return only.literals.keys().next().value ?? null;
}

/** Whether anything below a node in this state can be selected. */
export function leadsOn(state: SelectorState): boolean {
  for (const step of state) {
    if (step.deep || step.star !== null || step.literals.size > 0) return true;
  }
  return false;
}

const nowhere: SelectorState = [];

function makeStep(deep = false): SelectorStep {
  const alone: SelectorStep[] = [];
  const step = { alone, literals: new Map(), star: null, selected: false, deep };
  alone.push(step);
  return step;
}

/** Below a `**` nothing changes any more. */
const deepStep: SelectorStep = makeStep(true);

function addPattern(root: SelectorStep, pattern: string): void {
  const tokens = parsePointer(pattern);
  let step = root;
  for (const [index, token] of tokens.entries()) {
    if (token === '**' && index === tokens.length - 1) {
      step.deep = true;
      return;
    }
    step = nextStep(step, token);
  }
  step.selected = true;
}

function nextStep(step: SelectorStep, token: string): SelectorStep {
  if (token === '*') {
    step.star ??= makeStep();
    return step.star;
  }
  const known = step.literals.get(token);
  if (known !== undefined) return known;
  const made = makeStep();
  step.literals.set(token, made);
  return made;
}
