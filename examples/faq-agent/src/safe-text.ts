/** C0 and C1 controls but the line break, and what reorders or hides text. */
const unsafe = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Text of others as a terminal may show it: without escape sequences and reordering marks. */
export function safeText(text: string): string {
  return text.replace(unsafe, '\uFFFD');
}
