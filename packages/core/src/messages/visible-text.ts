/** Longest text of one parameter in a message, in UTF-16 units: enough to recognise a value by. */
const maxParameterLength = 200;

/** C0, DEL, C1 and the two Unicode line breaks: they would break or recolour a terminal line. */
const invisible = /[\p{Cc}\u2028\u2029]/gu;
/** They reorder the text around them, so it would not read as it is. */
const bidiControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of a model made safe to show inside a message: cut, on one line, in its own order. */
export function visibleText(text: string): string {
  return cut(text).replaceAll(bidiControl, '').replaceAll(invisible, escapeUnits);
}

/** The JSON escape of each UTF-16 unit of a text (`\u202e`). */
export function escapeUnits(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

function cut(text: string): string {
  if (text.length <= maxParameterLength) return text;
  // A cut may leave half of a surrogate pair.
  return `${text.slice(0, maxParameterLength).replace(/[\ud800-\udbff]$/u, '')}…`;
}
