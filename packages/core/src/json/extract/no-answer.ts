import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { addContainers } from './candidates.ts';

const onlyEllipsis = /^\s*(?:\.{3,}|…+|・{3,}|‥+)\s*$/;
/** A name to be replaced: `<name>`, `{{name}}`, `[your name]`. */
const placeholder =
  /^\s*(?:<[\p{L}_][^<>/]{0,80}>|\{\{?[\p{L}_][^{}]{0,80}\}\}?|\[(?:your|insert|enter|the|any|some)\b[^[\]]{0,80}\])\s*$/iu;
const typeName = String.raw`(?:str(?:ings?)?|text|int(?:eger)?s?|numbers?|numeric|float|double|decimal|bool(?:ean)?s?|date(?:-?time)?|timestamp|objects?|arrays?|list|dict|map|null|none|any|undefined|文字列|数値|整数|真偽値|配列|日付)`;
/** The name of a type where a value is due: `string`, `number | null`, `string[]`, `List[str]`. */
const typeWord = RegExp(
  String.raw`^\s*(?:${typeName}|(?:list|array|optional|dict)\s?(?:of\s|[[<(])\s?${typeName}[\])>]?)(?:\[\])?(?:\s?\|\s?${typeName})*\??\s*$`,
  'iu',
);

/** Least placeholders and type words in an echo without ellipses. A single one may be the answer. */
const leastWords = 2;

/**
 * True for a repetition of the requested shape, as in `{"title": "...", "size": "number"}`: its scalars are
 * ellipses, placeholders or names of types. Numbers and literals that fill a shape may be among them.
 */
export function isShapeEcho(value: JsonValue, droppedEllipses: number): boolean {
  let ellipses = droppedEllipses;
  let types = 0;
  const names = new Set<string>();
  const containers: JsonValue[] = [value];
  for (let index = 0; index < containers.length; index += 1) {
    const container = containers[index] ?? null;
    const children = isJsonArray(container) ? container : Object.values(container ?? {});
    for (const child of children) {
      if (typeof child === 'object' || child === 0 || typeof child === 'boolean') continue;
      if (typeof child !== 'string') return false;
      if (onlyEllipsis.test(child)) ellipses += 1;
      else if (placeholder.test(child)) names.add(child);
      else if (typeWord.test(child)) types += 1;
      else return false;
    }
    addContainers(containers, container);
  }
  return ellipses > 0 || types + names.size >= leastWords;
}

const schemaWords = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

/** True for a JSON Schema, which describes the wanted value and is not the value. */
export function isJsonSchema(value: JsonObject): boolean {
  const { properties = null, items = null, type } = value;
  if (Object.hasOwn(value, '$schema')) return true;
  if (type === 'array' && isJsonObject(items)) return isSchemaLike(items);
  if (!isJsonObject(properties)) return false;
  const members: readonly JsonValue[] = Object.values(properties);
  if (!members.every((member) => isJsonObject(member))) return false;
  const isNamed = type === 'object' || Object.hasOwn(value, 'required');
  return isNamed || (members.length > 0 && members.every((member) => isSchemaLike(member)));
}

function isSchemaLike(value: JsonValue): boolean {
  return isJsonObject(value) && schemaWords.some((word) => Object.hasOwn(value, word));
}

/** A call, an assignment or a return that ends where a value begins. */
const codeBefore =
  /(?:(?:^|[^\w$.])[A-Za-z_$][\w$.]{0,60}\((?:[^(){}[\]\n]{0,120}[,=:]\s{0,4})?\s{0,20}|(?:(?:const|let|var)\s{1,4})?[A-Za-z_$][\w$.]{0,60}(?:\s{0,4}:\s{0,4}[\w<>[\], ]{1,40})?\s{0,4}=\s{0,4}|\b(?:return|export default)\s{1,4})$/;
/** The rest of that statement: other parameters, closing brackets, a semicolon. */
const codeAfter = /^\s{0,20}(?:,[^(){}[\]\n]{0,120})?[)\s]{0,20};?/;
const comments = /^[ \t]*(?:#|\/\/).*$/gm;
const statement =
  /^\s*(?:import|from|def|class|function|const|let|var|return|print|for|if|while|async|await|try|with|export|public|private)\b|^\s*[\w$.]{1,60}\s{0,4}(?:=[^=]|\(.*\)\s{0,4};?\s*$)|;\s*$/m;
/** Fences of data, and of languages whose literals are the data. */
const dataFence = /^(?:json\w*|ndjson|ya?ml|xml|te?xt|plain\w*|markdown|md|output|tool_\w+|)$/i;
/** Characters around a value in which other statements are looked for. */
const surroundings = 2000;

/** The unit of text around a value: a fenced block, or all of the text. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** The language of the fence; undefined without a fence. */
  readonly fence: string | undefined;
}

/**
 * True when a value is a part of code: the argument of a call, or assigned among other statements.
 * One call or one assignment that is all of the unit is an answer.
 */
export function isInCode(
  raw: string,
  { start, end, unit }: { readonly start: number; readonly end: number; readonly unit: Unit },
): boolean {
  const near = raw.slice(Math.max(unit.start, start - surroundings), start);
  const opening = codeBefore.exec(near.slice(-260))?.[0];
  const isCodeFence = unit.fence !== undefined && !dataFence.test(unit.fence);
  if (opening === undefined && !isCodeFence) return false;
  const before = near.slice(0, near.length - (opening ?? '').length).replace(comments, '');
  const after = raw.slice(end, Math.min(unit.end, end + surroundings));
  const rest = `${before}\n${after.replace(codeAfter, '').replace(comments, '')}`;
  if (rest.trim() === '') return false;
  return unit.fence !== undefined || opening?.includes('(') === true || statement.test(rest);
}
