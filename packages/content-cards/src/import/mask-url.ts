const secretName = /token|key|secret|signature|password/i;
const mask = '***';

/** A URL as it may be written down: without user info, the values of secret query keys masked. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  url.search = maskPairs(url.search);
  // Some services hand a token out behind the number sign.
  url.hash = maskPairs(url.hash);
  return url.href;
}

function maskPairs(part: string): string {
  return part
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return value.length > 0 && secretName.test(readable(name)) ? `${name}=${mask}` : pair;
    })
    .join('&');
}

/** `%74oken` is a token too. */
function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
