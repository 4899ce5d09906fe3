import DiffMatchPatch from 'diff-match-patch';
import { type Html, html } from './html.ts';

const differ = new DiffMatchPatch();

/** Two versions of a line as one: what went is struck out, what came is marked. */
export function inlineDiff(before: string, after: string): Html {
  const edits = differ.diff_main(before, after);
  differ.diff_cleanupSemantic(edits);
  return html`${edits.map(([kind, text]) => {
    if (kind === DiffMatchPatch.DIFF_DELETE) return html`<del>${text}</del>`;
    return kind === DiffMatchPatch.DIFF_INSERT ? html`<ins>${text}</ins>` : html`${text}`;
  })}`;
}
