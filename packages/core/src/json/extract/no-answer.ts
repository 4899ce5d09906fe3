import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { addContainers } from './candidates.ts';
import type { FoundCandidate } from './regions.ts';
import type { RepairKind } from './types.ts';

const onlyEllipsis = /^\s*(?:\.{3,}|[…・‥]+)\s*$/;
const typeName = String.raw`(?:str(?:ings?)?|text|int(?:eger)?s?|numbers?|numeric|float|double|decimal|bool(?:ean)?s?|date(?:-?time)?|timestamp|objects?|arrays?|list|dict|map|null|none|any|undefined|文字列|数[値字]|整数|小数|真偽値|論理値|配列|日付|日時)`;
/** A name to be replaced: `<name>`, `{{name}}`, `[name of the city]`, `【氏名を記入】`. */
const placeholderName =
  /^\s*(?:<(?:\d[-\d]{0,5} )?[\p{L}_][^<>/]{0,80}>|%\w{1,40}%|\$\{[^{}]{1,60}\}|\$[A-Z_]{2,40}|your_\w{1,40}|__(?!proto__)\w{1,40}__|\w{1,40}_here|\{\{?[\p{L}_][^{}]{0,80}\}\}?|\[\p{L}[\p{L}\d _/-]{1,60}\]|[［【（(][^\]］】）)]{1,40}[\]］】）)])\s*$/iu;
/** A name of a type, or a choice of types. */
const typeWords = RegExp(
  String.raw`^\s*(?:${typeName}|(?:list|array|optional|dict)\s?(?:of\s|[[<(])\s?${typeName}[\])>]?)(?:\[\])?(?:\s?(?:\||or)\s?${typeName}){0,8}\??(?:\s?[(（][^()（）]{1,60}[)）])?;?\s*$`,
  'iu',
);
/** An instruction (`Write the summary here`, `ここに要約を書く`) or a mask (`YYYY-MM-DD`). */
const placeholderWords = RegExp(
  String.raw`^\s*(?:ここ[にへは].{1,60}|.{0,60}\bhere[.)]?|y{4}(?:[-/.年][dhmsty:/.年月日時分秒-]{0,20})?|[¥$€]?[x〇○●◯＿_]{2,40}(?:[-@.,、 年月][x〇○●◯＿_]{2,40}){0,8}\s?\p{L}{0,8}|(?:[〇○●◯△□]{2,8}\p{L}{0,6}[ 　]?|[○●◯]\p{L}{1,3}){2,8}|0{4}|0{2,8}(?:-0{2,8}){1,8})\s*$`,
  'iu',
);
/** A choice that is left open: `low | medium | high`. In a list it may be the row of a table. */
const choice = /^(?:[^|\n]{1,40}(?:\|[^|\n]{1,40})+|\p{L}(?:\/\p{L})+)$/u;
/** A name with a number, as elements of a list in a template have. It may also be a value. */
const numbered = /^\s*\p{L}[\p{L}\s]{0,20}(?:[\d０-９]|[\s\p{Lo}][A-Z])\s*$/u;

/** Longer text is no placeholder. */
const longestPlaceholder = 400;
/** Least placeholders in an echo without ellipses. A single one may be the answer. */
const leastPlaceholders = 2;
/** So many ellipses beside values may be rows that were left out. More are a shape. */
const fewEllipses = 2;

/** More values than placeholders that are read before a value is no template. */
const longestTemplate = 20;

type ScalarKind = 'ellipsis' | 'placeholder' | 'type' | 'description' | 'value';

/** Yields what each scalar is. Zero, literals, and numbered names in a list fill a shape, and are nothing. */
function* scalarKinds(value: JsonValue): Generator<ScalarKind> {
  const names = new Set<string>();
  const containers: JsonValue[] = [value];
  for (let index = 0; index < containers.length; index += 1) {
    const container = containers[index] ?? null;
    const isList = isJsonArray(container);
    for (const [key, child] of Object.entries(container ?? {})) {
      if (typeof child === 'object' || typeof child === 'boolean' || child === 0 || child === '')
        continue;
      if (typeof child !== 'string' || child.length > longestPlaceholder) yield 'value';
      else if (onlyEllipsis.test(child)) yield 'ellipsis';
      else if (placeholderName.test(child)) {
        if (!names.has(child)) yield 'placeholder';
        names.add(child);
      } else if (typeWords.test(child)) yield 'type';
      else if (placeholderWords.test(child) || (!isList && choice.test(child))) yield 'placeholder';
      // "title": "The title of the book"
      else if (!isList && key.length > 1 && child.toLowerCase().includes(key.toLowerCase()))
        yield 'description';
      else if (!(isList && numbered.test(child))) yield 'value';
    }
    addContainers(containers, container);
  }
}

/**
 * True for a repetition of the requested shape, as in `{"title": "...", "size": "number"}`: its scalars are
 * ellipses and placeholders, or most of them are. Numbers and literals that fill a shape may be among them.
 */
export function isShapeEcho(value: JsonValue, droppedEllipses: number): boolean {
  let ellipses = droppedEllipses;
  let placeholders = 0;
  let types = 0;
  let values = 0;
  for (const kind of scalarKinds(value)) {
    if (kind === 'ellipsis') ellipses += 1;
    else if (kind === 'placeholder') placeholders += 1;
    else if (kind === 'type') types += 1;
    else values += 1;
    // Most values are no echo, and end the search soon.
    if (values > placeholders + longestTemplate) return false;
  }
  if (values === 0) return ellipses > 0 || placeholders + types >= leastPlaceholders;
  const open = placeholders + (ellipses > fewEllipses ? ellipses : 0);
  return open >= leastPlaceholders && open > values + types;
}

/** True when most of the scalars are placeholders or descriptions: an echo where a format is announced. */
export function isHalfEcho(value: JsonValue, droppedEllipses: number): boolean {
  let balance = droppedEllipses;
  for (const kind of scalarKinds(value)) {
    balance += kind === 'value' ? -1 : 1;
    if (balance < -longestTemplate) return false;
  }
  return balance > 0;
}

/** True for a JSON Schema, which describes the wanted value and is not the value. */
export function isJsonSchema(value: JsonObject): boolean {
  const { properties = null, items = null, type } = value;
  if (Object.hasOwn(value, '$schema') || (type === 'array' && isJsonObject(items))) return true;
  if (!isJsonObject(properties)) return isFieldList(value);
  return type === 'object' || Object.hasOwn(value, 'required') || isFieldList(properties);
}

/** True for a JSON Schema that the keys ask for, whose type names are no echo of a shape. */
export function isWantedSchema(value: JsonValue, keys: readonly string[] = []): boolean {
  return keys.includes('properties') && isJsonObject(value) && isJsonSchema(value);
}

const jsonType = /^(?:string|number|integer|boolean|array|object|null)$/;
/** True for the properties of a schema alone: `{"name": {"type": "string"}}`. */
function isFieldList(value: JsonObject): boolean {
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.every(
      (member) =>
        isJsonObject(member) &&
        typeof member['type'] === 'string' &&
        jsonType.test(member['type']) &&
        !Object.hasOwn(member, 'value'),
    )
  );
}

/** A call that is open where a value begins. */
const call = /(?<![\w$.])[A-Za-z_$][\w$.]{0,60}\((?:[^(){}[\]\n]{0,120}[,=:])?[ \t\r\n]{0,20}$/;
/** The text before a field of a line in a log, `level=info result=`, and not before an assignment. */
const field = /^[\sA-Za-z]*[^\sA-Za-z].*[\w\]"'] $/;
/** The rest of that statement: other parameters, closing brackets, a semicolon. */
const codeAfter =
  /^\s{0,20}(?:,[^(){}[\]\n]{0,120})?[)\s]{0,20};?(?:\s{0,9}export default \w{1,60};?)?/;
const comments = /^[ \t]*(?:#|\/\/).*$|\/\*[^*/]{0,200}\*\//gm;
/** Fences of data, and of languages whose literals are the data. */
const dataFence =
  /^(?:json\w*|ndjson|ya?ml|xml|te?xt|plain\w*|markdown|md|output|diff|tool_\w+|)$/i;
/** Characters around a value in which other statements are looked for. */
const surroundings = 2000;

/** A call, a member, an operator or a function. A call with a literal, `Date("2024")`, is a value. */
const expression =
  /^(?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$]|\((?!\s*["'\d])|\[|\s*(?:=>|[-+*/?]\s))|\(|f["'][^"'\n]*\{|`[^`]{0,99}\$\{)/u;
/** A path or a variable of a query or a script: `.name`, `(.orders|length)`, `$id`. */
const query = /^\(?[.$][a-z_[({]/i;
const builtKinds: ReadonlySet<RepairKind> = new Set<RepairKind>([
  'unquoted-value',
  'missing-quote-open',
  'language-literal',
  'backtick-string',
]);
const variable =
  /^(?!(?:true|false|none|null|nil|nan|undefined|infinity)\b)[\p{L}_$][\p{L}\p{N}_$]*\s*[,;\n}\]]/iu;

/** Code that puts more into a value: `rows.append(...)`, `out["n"] += 1`. */
const filling = /\.(?:append|push|add|set\w{0,12}|update|extend|insert)\(|\]\s?[-+]?=(?!=)/;

/** The role of a value in code. `built`: variables or calls compute it, so the text does not contain it. */
export type CodeRole = 'none' | 'literal' | 'built';

/**
 * Finds out whether a value is a part of code: the argument of a call, or assigned among other
 * statements. One call or one assignment that is all of the unit is an answer.
 */
export function roleInCode(
  raw: string,
  { start, end, assigned, unit, repairs }: FoundCandidate,
): CodeRole {
  if (
    repairs.some(({ kind, at }) => kind === 'unquoted-value' && query.test(raw.slice(at, at + 4)))
  )
    return 'built';
  const near = raw.slice(Math.max(unit.start, start - surroundings), start);
  const called = call.exec(near.slice(-260))?.[0];
  const opening = called ?? (assigned < start ? raw.slice(assigned, start) : undefined);
  const isCodeFence = unit.fence !== undefined && !dataFence.test(unit.fence);
  const lead = near.slice(0, near.length - (opening ?? '').length);
  const isField = !called && field.test(lead.slice(lead.lastIndexOf('\n') + 1));
  if ((opening === undefined || isField) && !isCodeFence) return 'none';
  const before = lead.replace(comments, '');
  const after = raw.slice(end, Math.min(unit.end, end + surroundings));
  const rest = `${before}{}${after.replace(codeAfter, '').replace(comments, '')}`;
  const isAmong = rest.trim() !== '{}';
  if (filling.test(after)) return 'built';
  const isBuilt = repairs.some(({ kind, at }) => {
    const written = raw.slice(at, at + 120);
    return (
      builtKinds.has(kind) && (expression.test(written) || (isAmong && variable.test(written)))
    );
  });
  return isBuilt ? 'built' : isAmong ? 'literal' : 'none';
}
