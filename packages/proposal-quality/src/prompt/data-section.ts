const opening = '<input-data>';
const closing = '</input-data>';

/**
 * Lines of JSON between two markers. `<` is escaped inside, so neither marker can occur in the data;
 * invisible controls are escaped too, so that what a model reads is what a person would see.
 */
export function dataSection(lines: readonly unknown[]): string {
  return [opening, ...lines.map(jsonLine), closing].join('\n');
}

function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(unsafe, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Inside JSON these can only stand in strings, where the escape means the same. */
const unsafe = /[<>\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
