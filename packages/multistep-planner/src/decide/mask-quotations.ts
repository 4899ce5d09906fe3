const closers: ReadonlyMap<string, string> = new Map([
  ['「', '」'],
  ['『', '』'],
  ['"', '"'],
]);

/** Writes `＊` over each closed quotation; offsets stay. Linear: a missing closer is looked for once. */
export function maskQuotations(text: string): string {
  const missing = new Set<string>();
  let masked = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const closer = closers.get(text.charAt(at));
    if (closer === undefined || missing.has(closer)) continue;
    const end = text.indexOf(closer, at + 1);
    if (end < 0) {
      missing.add(closer);
      continue;
    }
    masked += text.slice(from, at) + '＊'.repeat(end + 1 - at);
    from = end + 1;
    at = end;
  }
  return masked + text.slice(from);
}
