/** Shorter values would redact ordinary words; no provider's key is this short. */
const minSecretLength = 4;

/** Shorter pieces of base64 occur in ordinary words. */
const minBase64Length = 8;

/** The named references that HTML pages use in quoted text. */
const htmlNames: Readonly<Record<string, string>> = {
  '&': '|&amp;',
  '<': '|&lt;',
  '>': '|&gt;',
  '"': '|&quot;',
  "'": '|&apos;',
  ' ': '|\\+',
};

/**
 * Returns a pattern that finds every spelling of the given values: as they are, percent-encoded (also
 * twice), escaped as in JSON (`\/`, `/`) or HTML, and base64 at any offset; in any case. Null when
 * no value is long enough to be a secret. A match attempt costs at most the length of the value.
 */
export function secretPattern(values: readonly string[]): RegExp | null {
  const spellings = [...new Set(values.flatMap((value) => [value, value.trim()]))]
    .filter((value) => value.length >= minSecretLength)
    .toSorted((left, right) => right.length - left.length)
    .flatMap((value) => [Array.from(value, spellingsOf).join(''), ...inBase64(value)]);
  return spellings.length === 0 ? null : new RegExp(spellings.join('|'), 'gi');
}

/** Returns an upper bound for the length of a spelling of one of the values. */
export function longestSpelling(values: readonly string[]): number {
  const longest = values.reduce((length, value) => Math.max(length, value.length), 0);
  // A code unit takes at most three bytes, each with a percent sign, three "25" and two digits.
  return longest * 27;
}

/** Backslashes of JSON in JSON, which may be percent-encoded. */
const backslashes = '(?:\\\\|%(?:25){0,3}5c){0,4}';

function spellingsOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, index) =>
    character.charCodeAt(index).toString(16).padStart(4, '0'),
  );
  const bytes = Array.from(new TextEncoder().encode(character), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const plain = escape(character);
  const percent = bytes.map((byte) => `%(?:25){0,3}${byte}`).join('');
  const json = units.map((unit) => `\\\\{1,4}u${unit}`).join('');
  const html = `&#(?:${code}|x${code.toString(16)});${htmlNames[character] ?? ''}`;
  // Letters and digits are never escaped by a backslash.
  const prefix = /[\p{L}\p{N}]/u.test(character) ? '' : backslashes;
  return `${prefix}(?:${plain}|${percent}|${json}|${html})`;
}

/** Base64 of a longer text that holds the value: three alignments, without what depends on its neighbours. */
function inBase64(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  return [0, 1, 2].flatMap((offset) => {
    const text = btoa('\0'.repeat(offset) + String.fromCharCode(...bytes));
    const end = text.indexOf('=');
    const own = text.slice(offset === 0 ? 0 : offset + 1, end === -1 ? undefined : end - 1);
    if (own.length < minBase64Length) return [];
    return own.replaceAll('+', '(?:[+-]|%2b)').replaceAll('/', '(?:[/_]|%2f)');
  });
}

function escape(character: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(character) ? `\\${character}` : character;
}
