import { withoutUndefined } from '@kanmon/core/kit';
import type { Issue } from '../entities/issue.ts';
import { certainFrom } from '../life-cycle/judge-recheck.ts';
import type { TrackedIssue } from '../recurrence/types.ts';
import { type Anchor, createAnchor } from '../remap/anchor.ts';
import { createRemapper } from '../remap/remapper.ts';
import type { Remap } from '../remap/types.ts';
import type { Relocation } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import { type Span, textRange } from '../text/text-range.ts';
import type { LoopContext } from './loop-context.ts';

/** The text that is checked now, and the salt of its hashes. */
export interface Revision {
  readonly text: string;
  readonly manuscriptHash: string;
  readonly manuscriptVersionId: string;
  readonly salt: string | undefined;
}

/** A semantic hit is asked about unless it is nearly certain. */
const semanticCertainFrom = 0.9;

/** True for issues that the loop works on. */
export function isOpen({ state }: Issue): boolean {
  return state === 'New' || state === 'InProgress' || state === 'Partial';
}

/** True when a person must confirm the place. */
export function needsAlignment(issue: Issue): boolean {
  if (issue.text_range === null) return false;
  const least = issue.adjustment_method === 'semantic_search' ? semanticCertainFrom : certainFrom;
  return issue.confidence_score < least;
}

/** Returns the issues with their places in the text `newHash`, each followed from the text of its range. */
export async function trackIssues(
  context: LoopContext,
  issues: readonly Issue[],
  newText: string,
  newHash: string,
): Promise<TrackedIssue[]> {
  type Source = (issue: Issue) => Pick<TrackedIssue, 'remap' | 'old_text'>;
  const sources = new Map<string, Source>();
  const openSource = async (hash: string): Promise<Source> => {
    const oldText = hash === newHash ? newText : await context.readTextIfKept(hash);
    const remapper = createRemapper(oldText, newText, context.settings.remap);
    return (issue) => {
      const anchor = anchorOf(issue, oldText, context.salt);
      const lost: Remap = { status: 'lost', reason: 'no_source', attempts: [] };
      return { remap: anchor === null ? lost : remapper.remap(anchor), old_text: oldText };
    };
  };
  const tracked: TrackedIssue[] = [];
  for (const issue of issues) {
    const { issue_id, category, severity, scope, text_range, manuscript_hash: hash } = issue;
    const source = sources.get(hash) ?? (await openSource(hash));
    sources.set(hash, source);
    tracked.push({ issue_id, category, severity, scope, text_range, ...source(issue) });
  }
  return tracked;
}

/** Returns the change of an issue that moved; null when it is lost, or did not leave its text. */
export function relocationOf(issue: Issue, remap: Remap, revision: Revision): Relocation | null {
  if (issue.text_range === null || issue.manuscript_hash === revision.manuscriptHash) return null;
  if (remap.status === 'lost') return null;
  const [candidate] = remap.status === 'ambiguous' ? remap.candidates : [remap];
  if (candidate === undefined) return null;
  const last = remap.attempts.at(-1)?.strategy ?? null;
  return {
    ...placeIn(revision, candidate.range),
    manuscript_hash: revision.manuscriptHash,
    manuscript_version_id: revision.manuscriptVersionId,
    adjustment_method: remap.status === 'mapped' ? remap.method : last,
    adjustment_delta: candidate.range.start - issue.text_range.start,
    confidence_score: candidate.confidence,
    adjustment_attempts: remap.attempts,
  };
}

/** Returns range, checksum and anchor of a place. */
export function placeIn(
  { text, salt }: Pick<Revision, 'text' | 'salt'>,
  { start, end }: Span,
): Pick<Issue, 'range_checksum' | 'anchor' | 'text_range'> {
  return {
    text_range: textRange({ start, end }),
    range_checksum: hashText(text.slice(start, end), salt),
    anchor: createAnchor(text, { start, end }, withoutUndefined({ salt })),
  };
}

function anchorOf(issue: Issue, oldText: string | null, salt: string | undefined): Anchor | null {
  if (issue.text_range === null) return null;
  if (issue.anchor !== null) return issue.anchor;
  return oldText === null
    ? null
    : createAnchor(oldText, issue.text_range, withoutUndefined({ salt }));
}
