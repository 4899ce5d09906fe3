const secretName = /token|key|secret|signature|password/i;

/** A URL as it may be written down: without user info, the values of secret query keys masked. */
export function maskUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return text;
  }
  url.username = '';
  url.password = '';
  for (const name of new Set(url.searchParams.keys()))
    if (secretName.test(name)) url.searchParams.set(name, '***');
  return url.href;
}
