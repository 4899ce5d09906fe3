import { isJsonArray } from '@kanmon/core/kit';
import type { Finding, JsonPointer, JsonValue } from '@kanmon/core';
import type { Rule, RuleReport } from '@kanmon/core/gate';
import type { Member, Shape } from '../report/shape.ts';
import type { ReportContext } from '../rules/report-context.ts';
import { maxItems } from '../report/shape.ts';
import type { JsonObject } from '@kanmon/core';
import { glanceAt } from '../text/plain-text.ts';

/** Finds what the gate would find, or null where only the gate can tell. */
export type QuickJudge = (value: unknown, context: ReportContext) => readonly Finding[] | null;

/** A place of the shape, with the rules that select it. */
interface Place {
  readonly kind: Shape['kind'];
  /** Its name in its object; empty for elements and the root. */
  readonly name: string;
  /** Whether its object must have it. */
  readonly isRequired: boolean;
  /** Rules that run whatever the node is. */
  readonly always: readonly NumberedRule[];
  /** Of the rules that find nothing in a text that is clean, those for a text of nothing but white space. */
  readonly ifBlank: readonly NumberedRule[];
  /** Rules that find nothing in a text that is clean. */
  readonly unlessClean: readonly NumberedRule[];
  readonly element: Place | null;
  readonly members: readonly Place[];
  /** How many members must be there. */
  readonly required: number;
}

type AnyRule = Rule<JsonValue, ReportContext>;

/** A rule and its place in the order of findings. */
interface NumberedRule {
  readonly number: number;
  readonly rule: AnyRule;
}

/** They look for blank texts only. */
const blankRules: ReadonlySet<string> = new Set([
  'organizer/summary',
  'organizer/child-text',
  'organizer/labels',
  'advisor/four-fields',
  'advisor/text',
]);

/** They look for built-in phrases only. */
const phraseRules: ReadonlySet<string> = new Set([
  'organizer/phrase',
  'organizer/phrase-polite',
  'organizer/phrase-child',
  'advisor/phrase',
]);

/** The gate leaves findings out when their places get too long together; before that, it decides. */
const maxPathUnits = 500_000;

/** Thrown to leave the walk from any depth; made once, since nobody reads it. */
const unsure = new Error('only the gate can tell');

/**
 * A judge for the common case: a value that is plain JSON of the report's types, where most texts are
 * clean. It walks the value once and runs the very rules of the gate, without the copy, the schema
 * and the freezing that a value needs only to pass; measured at about a fifteenth of the time. What
 * is out of the ordinary (another type, an unknown member, a phrase list of one's own) is the gate's.
 * The first rule must be the shape rule: it runs only where the walk has seen something missing.
 */
export function createQuickJudge(
  rules: readonly Rule<never, ReportContext>[],
  shape: Shape,
): QuickJudge {
  // A rule takes the nodes it selects, and those of its type only; no type can say that of a list.
  const known = (rules as readonly unknown[] as readonly AnyRule[]).map((rule, number) => ({
    rule,
    number,
  }));
  const [shapeRule, ...others] = known;
  const top = placeOf({ name: '', required: true, shape }, '', others);
  return (value, context) => {
    if (context.phrases !== undefined || shapeRule === undefined) return null;
    // Whether it is JSON is what the walk finds out, before anything is returned.
    const walk = new Walk(value as JsonValue, context);
    try {
      walk.visit(walk.root, top, 0);
      if (walk.shapeIsOff) walk.run([shapeRule], walk.root, 0);
      return walk.findings();
    } catch {
      // `unsure`, a getter that threw, a proxy: the gate knows what to say.
      return null;
    }
  };
}

/** One walk. A class, because closures made anew for every report cost more than the walk itself. */
class Walk {
  readonly root: JsonValue;
  /** Something is missing, or a list too long; types are not, or the walk would have ended. */
  shapeIsOff = false;
  readonly #context: ReportContext;
  /** Tokens on the way to the node; what lies beyond `#depth` is left from nodes before. */
  readonly #trail: (string | number)[] = [];
  #depth = 0;
  #found: (Finding[] | undefined)[] | null = null;
  #current: NumberedRule | null = null;
  #pathUnits = 0;

  constructor(root: JsonValue, context: ReportContext) {
    this.root = root;
    this.#context = context;
  }

  /** With `root`, what a rule is told about the place of its node. */
  get path(): JsonPointer {
    return this.#depth === 0 ? '' : `/${this.#trail.slice(0, this.#depth).join('/')}`;
  }

  findings(): readonly Finding[] {
    if (this.#found === null) return none;
    const all: Finding[] = [];
    // Not flat(): it takes longer over the holes of rules that found nothing than the walk over a report.
    for (const found of this.#found) {
      // One by one: a spread of very many arguments throws.
      for (const finding of found ?? []) all.push(finding);
    }
    return Object.freeze(all);
  }

  run(rules: readonly NumberedRule[], node: JsonValue, depth: number): void {
    this.#depth = depth;
    for (const numbered of rules) {
      this.#current = numbered;
      numbered.rule.check(node, this.#context, this.#report, this);
    }
  }

  visit(node: JsonValue | undefined, place: Place, depth: number): void {
    if (typeof node === 'string') this.#visitText(node, place, depth);
    else if (isJsonArray(node)) this.#visitList(node, place, depth);
    else if (isPlain(node)) this.#visitObject(node, place, depth);
    else throw unsure;
  }

  #visitText(text: string, { kind, always, ifBlank, unlessClean }: Place, depth: number): void {
    if (kind !== 'string') throw unsure;
    const glance = glanceAt(text);
    if (glance === 'broken') throw unsure;
    if (always.length > 0) this.run(always, text, depth);
    if (glance === 'look') this.run(unlessClean, text, depth);
    else if (glance === 'blank') this.run(ifBlank, text, depth);
  }

  #visitList(list: readonly JsonValue[], { kind, always, element }: Place, depth: number): void {
    if (kind !== 'array' || element === null) throw unsure;
    if (list.length > maxItems) this.shapeIsOff = true;
    if (always.length > 0) this.run(always, list, depth);
    for (let index = 0; index < list.length; index += 1) {
      this.#trail[depth] = index;
      this.visit(list[index], element, depth + 1);
    }
  }

  #visitObject(node: JsonObject, place: Place, depth: number): void {
    const { kind, always, members, required } = place;
    if (kind !== 'object') throw unsure;
    if (always.length > 0) this.run(always, node, depth);
    let present = 0;
    let next = 0;
    // Faster than Object.keys; what it inherits, if anything, is no member of a report.
    for (const name in node) {
      // Most reports have their members in the order of the schema.
      let member = members[next];
      if (member?.name !== name) {
        next = members.findIndex((one) => one.name === name);
        member = members[next];
      }
      if (member === undefined) throw unsure;
      next += 1;
      if (member.isRequired) present += 1;
      this.#trail[depth] = name;
      this.visit(node[name], member, depth + 1);
    }
    if (present < required) this.shapeIsOff = true;
  }

  readonly #report: RuleReport = (code, { path = '', params } = {}) => {
    if (this.#current === null) throw unsure;
    const { rule, number } = this.#current;
    const { id, severity } = rule;
    const at = this.path + path;
    this.#found ??= [];
    const found = (this.#found[number] ??= []);
    this.#pathUnits += at.length;
    if (this.#pathUnits > maxPathUnits) throw unsure;
    const given = params === undefined ? noParams : Object.freeze({ ...params });
    found.push(Object.freeze({ rule: id, code, severity, path: at, params: given }));
  };
}

const none: readonly Finding[] = Object.freeze([]);
const noParams: Finding['params'] = Object.freeze({});

function isPlain(node: JsonValue | undefined): node is JsonObject {
  if (typeof node !== 'object' || node === null) return false;
  const prototype: unknown = Object.getPrototypeOf(node);
  return prototype === Object.prototype || prototype === null;
}

/** The place of a shape and of all below it. */
function placeOf(
  { name, required: isRequired, shape }: Member,
  pattern: string,
  rules: readonly NumberedRule[],
): Place {
  const here = rules.filter(({ rule }) => (rule.select ?? ['']).includes(pattern));
  const ifBlank = here.filter(({ rule }) => blankRules.has(rule.id));
  const unlessClean = here.filter(
    ({ rule }) => blankRules.has(rule.id) || phraseRules.has(rule.id),
  );
  const members = shape.kind === 'object' ? shape.members : [];
  const element =
    shape.kind === 'array' ? { name: '', required: true, shape: shape.element } : null;
  return {
    kind: shape.kind,
    name,
    isRequired,
    always: here.filter((one) => !unlessClean.includes(one)),
    ifBlank,
    unlessClean,
    element: element === null ? null : placeOf(element, `${pattern}/*`, rules),
    members: members.map((member) => placeOf(member, `${pattern}/${member.name}`, rules)),
    required: members.filter(({ required }) => required).length,
  };
}
