/** A host that no page has: an address that resolves to it is relative. */
const nowhere = 'https://relative.invalid';

/**
 * Returns the address of an attachment: http and https only, because other schemes run code or name files, and without
 * user name and password. An address stays as it was written unless `base` resolves it. Returns null for any other
 * address and for a place within the source.
 */
export function attachmentUrl(address: string, base?: string): string | null {
  const written = address.trim();
  if (written === '' || written.startsWith('#')) return null;
  const from = URL.canParse(written, base) ? base : nowhere;
  if (!URL.canParse(written, from)) return null;
  const url = new URL(written, from);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username + url.password === '' && from !== base && url.origin === nowhere) return written;
  if (url.username + url.password === '' && base === undefined && !/\s/u.test(written))
    return written;
  url.username = '';
  url.password = '';
  // `//host/path` has no scheme where there is no page to take it from.
  return from === nowhere ? url.href.slice('https:'.length) : url.href;
}
