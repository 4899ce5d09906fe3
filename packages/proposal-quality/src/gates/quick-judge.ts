import type { Finding, JsonObject, JsonPointer, JsonValue } from '@kanmon/core';
import type { Rule, RuleReport } from '@kanmon/core/gate';
import { isJsonArray, isPlainObject } from '@kanmon/core/kit';
import type { Anchors } from '../phrases/phrase-rule.ts';
import { type Member, maxItems, type Shape } from '../report/shape.ts';
import type { ReportContext } from '../rules/report-context.ts';
import type { ReportRule } from '../rules/report-rule.ts';
import { type Glance, glanceAt } from '../text/plain-text.ts';

/** Returns the findings of the gate, or null for a value that only the gate can judge. */
export type QuickJudge = (value: unknown, context: ReportContext) => readonly Finding[] | null;

/** A rule and its position in the order of findings. */
interface NumberedRule {
  readonly number: number;
  readonly rule: Rule<JsonValue, ReportContext>;
  readonly finds: ReportRule['finds'];
  readonly anchors: ReportRule['anchors'];
}

/** A place of the shape, with the rules that select it. */
interface Place {
  readonly kind: Shape['kind'];
  /** Its name in its object; empty for elements and the root. */
  readonly name: string;
  readonly isRequired: boolean;
  /** By a glance at a text; lists and objects have those of `clean`. */
  readonly rules: Readonly<Record<Exclude<Glance, 'broken'>, readonly NumberedRule[]>>;
  /** Of the phrases that these rules find: a text without one of them is clean. */
  readonly anchors: Anchors;
  readonly element: Place | null;
  readonly members: readonly Place[];
  /** Number of required members. */
  readonly required: number;
}

/** The gate drops findings when their paths get too long in total; before that, the gate decides. */
const maxPathUnits = 500_000;

/** Thrown to leave the walk from any depth; created once, since no caller reads it. */
const unsure = new Error('only the gate can tell');

/**
 * Creates a judge for the common case: a value that is plain JSON of the report's types, in which most
 * texts are clean. It walks the value once and runs the rules of the gate, without the copy, the schema
 * and the freezing that a value needs only to pass; measured at about a fifteenth of the time. Anything
 * unusual (another type, an unknown member, a phrase list of the caller) is left to the gate. The first
 * rule must be the shape rule: it runs only if the walk has seen that something is missing.
 */
export function createQuickJudge(rules: readonly ReportRule[], shape: Shape): QuickJudge {
  const [shapeRule, ...others] = rules.map(({ rule, finds, anchors }, number): NumberedRule => ({
    // A rule is called with nodes of its type only. The type of a list cannot express that.
    rule: rule as unknown as NumberedRule['rule'],
    finds,
    anchors,
    number,
  }));
  const top = placeOf({ name: '', required: true, shape }, '', others);
  return (value, context) => {
    if (context.phrases !== undefined || shapeRule === undefined) return null;
    // The walk finds out whether it is JSON, before anything is returned.
    const walk = new Walk(value as JsonValue, context);
    try {
      walk.visit(walk.root, top, 0);
      if (walk.shapeIsOff) walk.run([shapeRule], walk.root, 0);
      return walk.findings();
    } catch {
      // `unsure`, a getter that threw, a proxy: the gate reports it.
      return null;
    }
  };
}

/** Returns a place with all places below it. */
function placeOf(
  { name, required: isRequired, shape }: Member,
  pattern: string,
  rules: readonly NumberedRule[],
): Place {
  const here = rules.filter(({ rule }) => (rule.select ?? ['']).includes(pattern));
  const clean = here.filter(({ finds }) => finds === null);
  const blank = here.filter(({ finds }) => finds !== 'phrases');
  const members = shape.kind === 'object' ? shape.members : [];
  return {
    kind: shape.kind,
    name,
    isRequired,
    rules: { clean, blank, look: here },
    anchors: unionOf(here.map(({ anchors }) => anchors)),
    element:
      shape.kind === 'array'
        ? placeOf({ name: '', required: true, shape: shape.element }, `${pattern}/*`, rules)
        : null,
    members: members.map((member) => placeOf(member, `${pattern}/${member.name}`, rules)),
    required: members.filter(({ required }) => required).length,
  };
}

function unionOf(all: readonly (Anchors | null)[]): Anchors {
  const union = { ja: 0, en: 0 };
  for (const anchors of all) {
    union.ja |= anchors?.ja ?? 0;
    union.en |= anchors?.en ?? 0;
  }
  return union;
}

/** One walk. A class, because creating closures for every report costs more than the walk itself. */
class Walk {
  readonly root: JsonValue;
  /** A member is missing or a list too long. Types are right, or the walk would have ended. */
  shapeIsOff = false;
  readonly #context: ReportContext;
  /** Tokens on the way to the node; those beyond `#depth` are left from earlier nodes. */
  readonly #trail: (string | number)[] = [];
  #depth = 0;
  /** By number of the rule. */
  #found: (Finding[] | undefined)[] | null = null;
  #current: NumberedRule | null = null;
  #pathUnits = 0;

  constructor(root: JsonValue, context: ReportContext) {
    this.root = root;
    this.#context = context;
  }

  /** With `root`, the place of the node that a rule receives. */
  get path(): JsonPointer {
    return this.#depth === 0 ? '' : `/${this.#trail.slice(0, this.#depth).join('/')}`;
  }

  findings(): readonly Finding[] {
    if (this.#found === null) return none;
    const all: Finding[] = [];
    // Not flat(), which takes longer over the holes of rules without findings than the walk over a report.
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
    const { kind, rules, anchors } = place;
    if (typeof node === 'string') {
      const glance = kind === 'string' ? glanceAt(node, anchors) : 'broken';
      if (glance === 'broken') throw unsure;
      if (rules[glance].length > 0) this.run(rules[glance], node, depth);
    } else if (kind === 'array' && isJsonArray(node)) {
      if (rules.clean.length > 0) this.run(rules.clean, node, depth);
      this.#visitList(node, place, depth);
    } else if (kind === 'object' && isPlainObject(node)) {
      if (rules.clean.length > 0) this.run(rules.clean, node, depth);
      this.#visitMembers(node, place, depth);
    } else {
      throw unsure;
    }
  }

  #visitList(list: readonly JsonValue[], { element }: Place, depth: number): void {
    if (element === null) throw unsure;
    if (list.length > maxItems) this.shapeIsOff = true;
    for (let index = 0; index < list.length; index += 1) {
      this.#trail[depth] = index;
      this.visit(list[index], element, depth + 1);
    }
  }

  #visitMembers(node: JsonObject, { members, required }: Place, depth: number): void {
    let present = 0;
    let next = 0;
    // Faster than Object.keys. An inherited member, if there is one, is not a member of a report.
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
