/** A line of a text field: `label: text`, or the text alone. */
export interface Line {
  readonly label: string | null;
  readonly text: string;
  /** Place of `text` in the field, in UTF-16 units. */
  readonly offset: number;
}

const labelled = /^\s*([\p{L}\p{N}_-]{1,20})[:：]\s*/u;

/** Returns the lines of a field that are not blank. */
export function linesOf(field: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of field.split('\n')) {
    const match = labelled.exec(line);
    const skipped = match?.[0].length ?? 0;
    if (line.trim() !== '')
      lines.push({ label: match?.[1] ?? null, text: line.slice(skipped), offset: start + skipped });
    start += line.length + 1;
  }
  return lines;
}
