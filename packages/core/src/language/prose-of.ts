const fence = /^[ \t]{0,3}(`{3,}|~{3,})/;
/** Only characters that URLs are written with: Japanese text may follow one without a space. */
const url = /\b(?:https?|ftp):\/\/[!-~]+/gi;
const inlineCode = /`[^`\n]*`/g;

/** The text without code fences, inline code and URLs, which say nothing about its language. Linear. */
export function proseOf(text: string): string {
  const lines: string[] = [];
  let openFence: string | null = null;
  for (const line of text.split('\n')) {
    const marks = fence.exec(line)?.[1];
    if (openFence !== null) {
      // Closed by a run of the same mark, at least as long.
      if (marks !== undefined && marks.startsWith(openFence)) openFence = null;
    } else if (marks !== undefined && !isInline(line, marks)) {
      openFence = marks;
    } else {
      lines.push(line);
    }
  }
  return lines.join('\n').replaceAll(inlineCode, ' ').replaceAll(url, ' ');
}

/** A run of backticks with more of them on its line is inline code, not a fence (CommonMark 4.5). */
function isInline(line: string, marks: string): boolean {
  return marks.startsWith('`') && line.includes('`', line.indexOf(marks) + marks.length);
}
