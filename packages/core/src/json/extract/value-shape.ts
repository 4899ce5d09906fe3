import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../vocabulary/json-value.ts';

const onlyEllipsis = /^\s*(?:\.{3,}|…+|・{3,}|‥+)\s*$/;

/** True when containers nest deeper than `limit`. Level by level, so that depth needs no call stack. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= limit) return true;
    level = childContainers(level);
  }
  return false;
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

function childContainers(level: readonly JsonValue[]): JsonValue[] {
  const next: JsonValue[] = [];
  for (const container of level) {
    if (isJsonArray(container)) {
      for (const child of container)
        if (typeof child === 'object' && child !== null) next.push(child);
    } else if (isJsonObject(container)) {
      for (const key in container) {
        const child = container[key];
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
  }
  return next;
}

/**
 * True for the echo of a requested shape, `{"title": "...", "items": [...]}`: every member is an
 * ellipsis or a container of nothing else, and there is at least one.
 */
export function isShapeEcho(value: JsonValue, droppedEllipses: number): boolean {
  let ellipses = droppedEllipses;
  let level: readonly JsonValue[] = [value];
  while (level.length > 0) {
    for (const container of level) {
      for (const child of childrenOf(container)) {
        if (typeof child === 'string' && onlyEllipsis.test(child)) ellipses += 1;
        else if (typeof child !== 'object' || child === null) return false;
      }
    }
    level = childContainers(level);
  }
  return ellipses > 0;
}

/** A JSON Schema describes the wanted value; it never is the value. */
export function isJsonSchema(value: JsonObject): boolean {
  return (
    Object.hasOwn(value, 'properties') &&
    isJsonObject(value['properties']) &&
    ['type', 'required', '$schema'].some((key) => Object.hasOwn(value, key))
  );
}
