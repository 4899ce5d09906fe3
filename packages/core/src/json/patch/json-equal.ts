import { isJsonArray, isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';

/** Deep equality as RFC 6902 section 4.6 means it: key order aside, numbers by value. Own stack. */
export function isJsonEqual(left: JsonValue, right: JsonValue): boolean {
  const pairs: [JsonValue | undefined, JsonValue | undefined][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (isJsonArray(a)) {
      if (!isJsonArray(b) || a.length !== b.length) return false;
      for (const [index, element] of a.entries()) pairs.push([element, b[index]]);
    } else if (isJsonObject(a)) {
      if (!isJsonObject(b)) return false;
      const keys = Object.keys(a);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        pairs.push([a[key], b[key]]);
      }
    } else {
      return false;
    }
  }
  return true;
}
