import { isPointer, toDotPath } from '../json/pointer.ts';
import { visibleText } from './visible-text.ts';

/** A pointer as people write places; the root is `value`, and a broken pointer stays as it is. */
export function placeText(path: string): string {
  return visibleText(isPointer(path) ? toDotPath(path) || 'value' : path);
}
