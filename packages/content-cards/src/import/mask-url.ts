const mask = '***';
/** A name that contains one of these words is the name of a secret. */
const secretWord =
  /token|key|secret|signature|credential|passw|passphrase|pwd|session|sessid|jwt|oauth|assertion/i;
/** A name that has one of these as a whole part is one too: `sig`, `x-sig`, `authCode`, not `design`. */
const secretParts: ReadonlySet<string> = new Set('auth code otp pass pin sid sig'.split(' '));

/**
 * Returns a URL as it may be written down: without user info, and with the values of secret
 * parameters replaced by `***` in path, query and fragment, behind `?`, `&`, `;` and `#`. A text that
 * does not parse as a URL is masked too; everything before its last `@` is cut.
 */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return maskParameters(withoutHead(text));
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return maskParameters(url.href);
}

/** The end of the user info of a broken URL is unknown, so everything before the last `@` is cut. */
function withoutHead(text: string): string {
  const end = text.lastIndexOf('@');
  return end === -1 ? text : `${mask}${text.slice(end)}`;
}

function maskParameters(text: string): string {
  const query = text.indexOf('?');
  let isHidden = false;
  let start = 0;
  return text
    .split(/(?=[?&;#])/)
    .map((part, index) => {
      const isQueryStart = start === query;
      start += part.length;
      if (index === 0 && !/^[?&;#]/.test(part)) return part;
      // Only the first question mark ends a value, so a later one does not end a hidden value.
      if (isHidden && part.startsWith('?') && !isQueryStart) return '';
      isHidden = false;
      const equals = part.indexOf('=');
      if (equals === -1) return part;
      const value = readable(part.slice(equals + 1));
      isHidden = isSecret(readable(part.slice(1, equals)));
      return isHidden || hidesParameter(value) ? `${part.slice(0, equals)}=${mask}` : part;
    })
    .join('');
}

/** True for a value that is itself a URL with a secret parameter, once decoded. */
function hidesParameter(value: string): boolean {
  return value
    .split(/[?&;#]/)
    .slice(1)
    .some((part) => part.includes('=') && isSecret(part.slice(0, part.indexOf('='))));
}

function isSecret(name: string): boolean {
  if (secretWord.test(name)) return true;
  const parts = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/);
  return parts.some((part) => secretParts.has(part.toLowerCase()));
}

/** `%74oken` is a token too. */
function readable(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
