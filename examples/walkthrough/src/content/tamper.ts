/** A text in which one byte is another. */
export interface Tampered {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** Characters shown on either side of the changed one. */
const context = 12;

/** Changes one byte of the first title: a single ASCII character becomes its neighbour. */
export function changeOneByte(json: string): Tampered {
  const start = json.indexOf('"title":"') + '"title":"'.length;
  const offset = json.slice(start).search(/[0-9A-Za-z]/);
  const at = start + offset;
  const character = json.charCodeAt(at);
  const text = json.slice(0, at) + String.fromCharCode(character ^ 1) + json.slice(at + 1);
  const around = (whole: string) => whole.slice(Math.max(0, at - context), at + context);
  return { text, before: around(json), after: around(text) };
}
