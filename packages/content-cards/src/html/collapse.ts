const cjk = /^[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]$/u;

/** White space as a browser shows it; a line break between two Japanese characters shows nothing. */
export function collapse(text: string): string {
  return text
    .replaceAll(/[ \t\n\r\f]+/g, (space, at: number) =>
      space.includes('\n') &&
      cjk.test(text[at - 1] ?? '') &&
      cjk.test(text[at + space.length] ?? '')
        ? ''
        : ' ',
    )
    .trim();
}
