/** Order of stream ids by UTF-16 code units, which is what `<` compares. */
export function byStreamId(
  left: { readonly streamId: string },
  right: { readonly streamId: string },
): number {
  if (left.streamId === right.streamId) return 0;
  return left.streamId < right.streamId ? -1 : 1;
}
