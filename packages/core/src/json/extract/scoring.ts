import { isJsonArray, isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import type { Settings } from './settings.ts';
import { isJsonSchema } from './value-shape.ts';

/** How well a value fits what is wanted; 0 refuses it. Without keys and `accept` every container fits. */
export function scoreOf(value: JsonValue, settings: Settings): number {
  const { keys, accept, root } = settings;
  const fits = isJsonObject(value) ? root !== 'array' : isJsonArray(value) && root !== 'object';
  if (!fits) return 0;
  if (!keys && !accept) return 1;
  if (isJsonObject(value) && isJsonSchema(value) && !keys?.includes('properties')) return 0;
  if (accept) return judge(accept, value);
  if (isJsonArray(value)) return root === 'array' ? scoreElements(value, keys) : 0;
  return countKeys(value, keys);
}

/** A list is judged by its first object. */
function scoreElements(list: readonly JsonValue[], keys: Settings['keys']): number {
  const first = list.find((element) => isJsonObject(element));
  return first === undefined ? 0 : countKeys(first, keys);
}

function countKeys(value: JsonValue, keys: Settings['keys']): number {
  let count = 0;
  for (const key of keys ?? []) if (isJsonObject(value) && Object.hasOwn(value, key)) count += 1;
  return count;
}

/** The caller's own score; what throws or returns no positive number refuses the value. */
function judge(accept: (value: JsonValue) => number, value: JsonValue): number {
  try {
    const score = accept(value);
    return typeof score === 'number' && score > 0 ? score : 0;
  } catch {
    return 0;
  }
}
