import { type MutableContainer } from '../../json/patch/copy-value.ts';
import { setOwn } from '../../vocabulary/set-own.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import { checkGate, type CompiledGate, compileGate } from '../compile-gate.ts';
import type { ValueGate } from '../gate-definition.ts';
import { canJudge, isCorrectable, judgeNode } from '../rules/rule-findings.ts';
import type { AnyRule, SelectorState } from '../rules/selector.ts';
import { wantedKeys } from '../run/extract-value.ts';
import { type Shape, shapeOf } from '../schema/schema-shape.ts';
import { createIncrementalParser } from './incremental-parser.ts';

/** `T` with every member optional, at any depth. */
export type DeepPartial<T> = T extends readonly (infer Element)[]
  ? readonly DeepPartial<Element>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** Reads a value that is still arriving. `T` is the type of the value before defaults and transforms. */
export interface PartialReader<T> {
  /** Takes the next part of the text. Returns true when `value` has changed. */
  feed(delta: string): boolean;
  /**
   * The finished members, undefined before the first one. One object that grows in place: copy it where a change is
   * recognised by identity. Members have the types and choices of the gate's JSON Schema, if it has one, and have passed
   * the rules below; lengths, ranges and formats are judged with the whole answer. A member that is written again
   * replaces the earlier one and its findings.
   */
  readonly value: DeepPartial<T> | undefined;
  /** Findings of the Must rules that judge single nodes (`decidable: 'node'`). Their nodes are not in `value`. */
  readonly findings: readonly Finding[];
}

/** A place in the text, with the part of it that may be shown. */
interface Place {
  readonly selector: SelectorState | null;
  readonly shape: Shape;
  readonly parent: Place | null;
  readonly token: string;
  readonly isElement: boolean;
  /** True below a node that is judged when it is closed: shown together with that node. */
  readonly isHeld: boolean;
  /** True below a node that is of the wrong kind: never shown. */
  readonly isHidden: boolean;
  /** The container with the members that have passed. Part of the container around it once it is shown. */
  view: MutableContainer | null;
  /** The members with findings at or below them, by name. */
  refused: Map<string, Place> | null;
  /** True for an array with a refused element: later elements would take its index. */
  isBlocked: boolean;
}

/**
 * Creates a reader that shows a value of a gate while a model writes it. A member is shown once it is finished, unless
 * the JSON Schema of the gate has no such member or type there, or a Must rule over single nodes has refused it or a node
 * around it. A node that such rules judge as a whole is shown once it has passed, without the members that were refused.
 * A member that is null is not shown, nor is a node that such a rule judges only with the whole answer (`needs: 'schema'`).
 * Nothing is shown before the first member that the schema names: what is read could be an envelope around the value.
 * Linear in the text. A text that is not strict JSON is followed up to the first error.
 *
 * @example
 * const reader = createPartialReader(gate, { context });
 * for await (const delta of stream) if (reader.feed(delta)) render(reader.value);
 */
export function createPartialReader<Input>(
  gate: ValueGate<unknown, undefined, Input>,
): PartialReader<Input>;
/** For a gate whose rules need a context. */
export function createPartialReader<Input, Context>(
  gate: ValueGate<unknown, Context, Input>,
  options: { readonly context: Context },
): PartialReader<Input>;
export function createPartialReader<Input, Context>(
  gate: ValueGate<unknown, Context | undefined, Input>,
  options: { readonly context?: Context } = {},
): PartialReader<Input> {
  checkGate(gate);
  const reader = createReader(compileGate(gate.definition), options.context);
  // The members that are shown are those of the text, in the types of the JSON Schema.
  return reader as PartialReader<unknown> as PartialReader<Input>;
}

/** A partial reader that also judges: a run ends an answer at its first Must. */
export interface JudgingReader extends PartialReader<unknown> {
  /** The findings up to the first rule that reported something; null before. */
  readonly firstMusts: readonly Finding[] | null;
  /** The same where they may end the answer: null after prose or reasoning, which another value may follow. */
  readonly endingMusts: readonly Finding[] | null;
}

/** Creates a partial reader for a gate that is compiled already. */
export function createReader(compiled: CompiledGate<unknown>, context: unknown): JudgingReader {
  const keys = new Set(wantedKeys(compiled.definition));
  /** The findings of nodes that no later member has replaced. */
  const found = new Map<Place, Finding[]>();
  let findings: readonly Finding[] | null = null;
  const reported: Finding[] = [];
  const root = createPlace({
    selector: compiled.streamSelector,
    shape: shapeOf(compiled.definition.jsonSchema),
    parent: null,
    token: '',
  });
  let hasChanged = false;
  let isRefused = false;
  /** False before the first member that the gate names: the text may be an envelope around the value. */
  let isBegun = keys.size === 0;
  /** True when the first member of all was one of those. */
  let isFirstWanted = isBegun;
  let isFirst = true;
  let isRootHeld = false;
  let firstMusts: readonly Finding[] | null = null;

  const parser = createIncrementalParser<Place>({
    root,
    enter(parent, token, depth, isElement) {
      const container = isElement ? [] : {};
      const isHeld = parent.isHeld || isJudged(parent, container);
      if (depth === 1) {
        isRootHeld = isHeld;
        if (!isBegun && keys.has(token)) {
          isBegun = true;
          isFirstWanted = isFirst;
          hasChanged ||= !isHeld && root.view !== null;
        }
        isFirst = false;
        // A list around the value.
        if (!isBegun && isElement) return null;
      }
      const replaced = parent.refused?.get(token);
      if (replaced !== undefined) forget(replaced);
      parent.refused?.delete(token);
      const isHidden = parent.isHidden || !isShowable(parent, container);
      const selector = parent.selector?.next(token) ?? null;
      const shape = parent.shape.next(token, isElement);
      return createPlace({ selector, shape, parent, token, isElement, isHeld, isHidden });
    },
    closed(node, path, place, document) {
      const list: Finding[] = [];
      for (const rule of place.selector?.rules ?? []) {
        if (needsSchema(rule)) continue;
        judgeNode(rule, node, { path, root: document }, context, (finding) => {
          reported.push(finding);
          list.push(finding);
          isRefused ||= isCorrectable(finding);
        });
        // At its end, the whole answer is judged anyway.
        if (isRefused && isFirstWanted && place !== root) firstMusts ??= [...reported];
      }
      if (list.length > 0) {
        found.set(place, list);
        findings = null;
        remember(place);
      }
      const isRefusedNode = list.length > 0 || !isShowable(place, node);
      if (place === root) {
        if (isRefusedNode) return;
        hasChanged ||= isRootHeld && root.view !== null;
        isRootHeld = false;
        return;
      }
      if (isRefusedNode && place.isElement && place.parent !== null) place.parent.isBlocked = true;
      const isShown = !isRefusedNode && !place.isHidden && show(place, node);
      const isChanged = isShown || removeReplaced(place);
      hasChanged ||= isChanged && !place.isHeld;
    },
  });

  /** Drops the findings of a member that is written again. */
  const forget = (place: Place): void => {
    if (found.delete(place)) findings = null;
    for (const below of place.refused?.values() ?? []) forget(below);
  };

  return {
    feed(delta: unknown) {
      hasChanged = false;
      // The first and the last chunk of many streams have no text.
      if (typeof delta === 'string') parser.feed(delta);
      return hasChanged && isBegun;
    },
    get value() {
      return isRootHeld || !isBegun ? undefined : (root.view ?? undefined);
    },
    get findings() {
      return (findings ??= isBegun ? [...found.values()].flat() : null) ?? [];
    },
    get endingMusts() {
      return parser.beginsWithValue ? firstMusts : null;
    },
    get firstMusts() {
      return firstMusts;
    },
  };
}

function createPlace(
  given: Pick<Place, 'selector' | 'shape' | 'parent' | 'token'> & Partial<Place>,
): Place {
  const flags = { isElement: false, isHeld: false, isHidden: false, isBlocked: false };
  return { ...flags, view: null, refused: null, ...given };
}

/** Notes in the containers around a place that it has findings. */
function remember(place: Place): void {
  for (let below = place; below.parent !== null; below = below.parent) {
    const refused = (below.parent.refused ??= new Map());
    if (refused.get(below.token) === below) return;
    refused.set(below.token, below);
  }
}

function needsSchema({ needs }: AnyRule): boolean {
  return needs === 'schema';
}

/** Returns false for a node of a wrong kind, and for one that is judged with the whole value only. */
function isShowable({ selector, shape }: Place, node: JsonValue): boolean {
  const isLate = selector?.rules.some((rule) => needsSchema(rule) && canJudge(rule, node));
  return isLate !== true && shape.allows(node);
}

/** Returns true if rules judge this node, or a container of its kind, as a whole. */
function isJudged({ selector }: Place, node: JsonValue): boolean {
  return selector !== null && selector.rules.some((rule) => canJudge(rule, node));
}

/** Shows a closed node that has passed. The members of a container are in its view already. */
function show(place: Place, node: JsonValue): boolean {
  if (typeof node !== 'object') return attach(place, node);
  if (node === null) return place.isElement && attach(place, null);
  if (place.view === null) return attach(place, Array.isArray(node) ? [] : {});
  return isJudged(place, node) && attach(place, place.view);
}

/** Puts a value into the view of the container around it. Returns false where that is not shown. */
function attach(place: Place, value: JsonValue): boolean {
  const { parent, token, isElement } = place;
  if (parent === null || parent.isBlocked) return false;
  if (parent.view === null) {
    const view = isElement ? [] : {};
    const isWhole = parent.parent === null || isJudged(parent, view);
    if (!isWhole && !attach(parent, view)) return false;
    parent.view = view;
  }
  if (Array.isArray(parent.view)) parent.view.push(value);
  else setOwn(parent.view, token, value);
  return true;
}

/** Removes an earlier member of the same name: the last one counts, although it is not shown. */
function removeReplaced({ parent, token, view }: Place): boolean {
  const shown = parent?.view ?? null;
  if (shown === null || Array.isArray(shown) || !Object.hasOwn(shown, token)) return false;
  return shown[token] !== view && Reflect.deleteProperty(shown, token);
}
