import type { Issue } from '../entities/issue.ts';
import { certainFrom } from '../life-cycle/judge-recheck.ts';
import type { TrackedIssue } from '../recurrence/types.ts';
import { type Anchor, createAnchor } from '../remap/anchor.ts';
import { createRemapper } from '../remap/remapper.ts';
import type { Remap } from '../remap/types.ts';
import type { Relocation } from '../store/types.ts';
import { hashText } from '../text/hashes.ts';
import { type Span, textRange, type TextRange } from '../text/text-range.ts';
import type { LoopContext } from './loop-context.ts';

/** A semantic hit is asked about unless it is nearly sure. */
const semanticCertainFrom = 0.9;

/** Issues that are still worked on. */
export function isOpen({ state }: Issue): boolean {
  return state === 'New' || state === 'InProgress' || state === 'Partial';
}

/** True when a person must say where the place is. */
export function needsAlignment(issue: Issue): boolean {
  if (issue.text_range === null) return false;
  const least = issue.adjustment_method === 'semantic_search' ? semanticCertainFrom : certainFrom;
  return issue.confidence_score < least;
}

/** Issues with where they are in the text `newHash`; each from the text its range lies in. */
export async function trackIssues(
  context: LoopContext,
  issues: readonly Issue[],
  newText: string,
  newHash: string,
): Promise<TrackedIssue[]> {
  const byHash = new Map<string, Issue[]>();
  for (const issue of issues) {
    const group = byHash.get(issue.manuscript_hash);
    if (group === undefined) byHash.set(issue.manuscript_hash, [issue]);
    else group.push(issue);
  }
  const remaps = new Map<string, Remap>();
  const oldTexts = new Map<string, string | null>();
  for (const [hash, group] of byHash) {
    const oldText = hash === newHash ? newText : await context.readTextIfKept(hash);
    oldTexts.set(hash, oldText);
    const remapper = createRemapper(oldText, newText, context.settings.remap);
    for (const issue of group) {
      const anchor = anchorOf(issue, oldText, context.salt);
      if (anchor !== null) remaps.set(issue.issue_id, remapper.remap(anchor));
    }
  }
  return issues.map((issue) => ({
    issue_id: issue.issue_id,
    category: issue.category,
    severity: issue.severity,
    scope: issue.scope,
    text_range: issue.text_range,
    remap: remaps.get(issue.issue_id) ?? { status: 'lost', reason: 'no_source', attempts: [] },
    old_text: oldTexts.get(issue.manuscript_hash) ?? null,
  }));
}

/** What is written when an issue moved; null when it is lost, or stays where it was in the same text. */
export function relocationOf(
  issue: Issue,
  remap: Remap,
  where: {
    readonly text: string;
    readonly manuscriptHash: string;
    readonly manuscriptVersionId: string;
    readonly salt: string | undefined;
  },
): Relocation | null {
  if (issue.text_range === null || issue.manuscript_hash === where.manuscriptHash) return null;
  if (remap.status === 'lost') return null;
  const [candidate] = remap.status === 'ambiguous' ? remap.candidates : [remap];
  if (candidate === undefined) return null;
  const { start } = candidate.range;
  return {
    ...placeIn(where.text, candidate.range, where.salt),
    manuscript_hash: where.manuscriptHash,
    manuscript_version_id: where.manuscriptVersionId,
    adjustment_method: remap.status === 'mapped' ? remap.method : lastStrategy(remap),
    adjustment_delta: start - issue.text_range.start,
    confidence_score: candidate.confidence,
    adjustment_attempts: [...remap.attempts],
  };
}

/** Range, checksum and anchor of a place. */
export function placeIn(
  text: string,
  { start, end }: Span,
  salt: string | undefined,
): Pick<Issue, 'range_checksum' | 'anchor'> & { readonly text_range: TextRange } {
  return {
    text_range: textRange(start, end),
    range_checksum: hashText(text.slice(start, end), salt),
    anchor: createAnchor(text, { start, end }, salt === undefined ? {} : { salt }),
  };
}

function lastStrategy(remap: Remap): Issue['adjustment_method'] {
  return remap.attempts.at(-1)?.strategy ?? null;
}

function anchorOf(issue: Issue, oldText: string | null, salt: string | undefined): Anchor | null {
  if (issue.text_range === null) return null;
  if (issue.anchor !== null) return issue.anchor;
  return oldText === null
    ? null
    : createAnchor(oldText, issue.text_range, salt === undefined ? {} : { salt });
}
