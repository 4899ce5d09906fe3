/** The argument of `new Headers`; not every library of types names it. */
type HeadersInput = ConstructorParameters<typeof Headers>[0];

/** Headers whose values are no secret and may be ordinary words. */
const harmlessHeader =
  /^(?:accept(?:-.+)?|cache-control|content-.+|connection|host|origin|(?:http-)?referer|pragma|user-agent|x-title|trace(?:parent|state)|(?:anthropic|openai)-(?:version|beta))$/;

/** Headers whose values are secret however short they are. */
const secretHeader = /authorization|key|token|secret|cookie|auth|pass/;

/** A value of a header with another name may be a word that occurs in answers (`true`, `eu-west`). */
const minUnnamedLength = 8;

/** A part of a path that is as long as a key and has a digit, as in `/v1/<key>/chat`. */
const keyLikeSegment = /^(?=.*\d)(?=.*[A-Za-z])[\w.~-]{16,}$/;

/**
 * Returns what must stay out of messages of the configured headers: every value that may be secret,
 * and its parts, since a server quotes `KEY` of `Token KEY` or the password of basic credentials.
 */
export function headerSecrets(headers: HeadersInput): readonly string[] {
  return headerEntries(headers).flatMap(([name, value]) => {
    if (harmlessHeader.test(name)) return [];
    if (!secretHeader.test(name)) return value.length < minUnnamedLength ? [] : [value];
    const [, scheme = '', credentials = value] = /^(\S+)\s+(\S.*)$/.exec(value) ?? [];
    const parts = value.split(/[\s,;="]+/).filter((part) => part.length >= minUnnamedLength);
    const pair = scheme.toLowerCase() === 'basic' ? decodedPair(credentials) : [];
    return [value, credentials, ...parts, ...pair];
  });
}

/** Returns what must stay out of messages of an address: user and password, query values, keys in its path. */
export function urlSecrets(address: unknown): readonly string[] {
  const text = String(address);
  if (!URL.canParse(text)) return [];
  const { username, password, searchParams, pathname } = new URL(text);
  const user = [username, password].flatMap((part) => [part, decoded(part)]);
  const segments = pathname.split('/').filter((segment) => keyLikeSegment.test(segment));
  return [...user, ...searchParams.values(), ...segments].filter((value) => value !== '');
}

/** Headers that `fetch` would refuse give nothing: they are never sent. */
function headerEntries(headers: HeadersInput): readonly (readonly [string, string])[] {
  try {
    return [...new Headers(headers)];
  } catch {
    return [];
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function decodedPair(credentials: string): readonly string[] {
  try {
    const pair = atob(credentials);
    return [pair, pair.slice(pair.indexOf(':') + 1)];
  } catch {
    return [];
  }
}
