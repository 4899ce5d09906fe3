import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../vocabulary/json-value.ts';

const onlyEllipsis = /^\s*(?:\.{3,}|…+|・{3,}|‥+)\s*$/;

/** True when containers nest deeper than `limit`. Level by level, so that depth needs no call stack. */
export function isDeeperThan(value: JsonValue, limit: number): boolean {
  const containers: JsonValue[] = [value];
  let levelEnd = 1;
  let depth = 1;
  for (let index = 0; index < containers.length; index += 1) {
    if (index === levelEnd) {
      levelEnd = containers.length;
      depth += 1;
    }
    if (depth > limit) return true;
    addContainers(containers, containers[index]);
  }
  return false;
}

function addContainers(containers: JsonValue[], value: JsonValue | undefined): void {
  if (isJsonArray(value)) {
    for (const child of value)
      if (typeof child === 'object' && child !== null) containers.push(child);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const child = value[key];
      if (typeof child === 'object' && child !== null) containers.push(child);
    }
  }
}

/**
 * True for the echo of a requested shape, `{"title": "...", "items": [...]}`: every member is an
 * ellipsis or a container of nothing else, and there is at least one.
 */
export function isShapeEcho(value: JsonValue, droppedEllipses: number): boolean {
  let ellipses = droppedEllipses;
  const containers: JsonValue[] = [value];
  for (let index = 0; index < containers.length; index += 1) {
    const container = containers[index] ?? null;
    const children = isJsonArray(container) ? container : Object.values(container ?? {});
    for (const child of children) {
      if (typeof child === 'string' && onlyEllipsis.test(child)) ellipses += 1;
      else if (typeof child !== 'object' || child === null) return false;
    }
    addContainers(containers, container);
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
