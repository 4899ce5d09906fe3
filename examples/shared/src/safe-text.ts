/** C0 and C1 controls but the line break, and what reorders or hides text. */
const unsafe = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Text of models and documents as a terminal may show it: without escape sequences and reordering marks. */
export function safeText(text: string): string {
  return text.replaceAll(unsafe, '\uFFFD');
}

/** The same value as JSON; what a terminal would obey is written as an escape, so that nothing is lost. */
export function safeJson(value: object, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
