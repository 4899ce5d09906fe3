/** A character that a reader would see: no white space, nothing invisible, no control character. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u;

/**
 * Returns whether a text is empty after removing white space (also the ideographic space), zero-width
 * and control characters.
 */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}
