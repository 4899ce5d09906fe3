import {
  createAnchor,
  createRemapper,
  type Issue,
  type Relocation,
  type Remap,
  type TrackedIssue,
} from '@kanmon/issue-tracker';
import { hashOf } from '../server/text-store.ts';

/** The places of issues of earlier attempts in the present text. */
export interface Tracking {
  readonly tracked: readonly TrackedIssue[];
  /** Returns the relocation to record for an issue that moved; undefined when it stays or is lost. */
  relocationOf(issue: Issue): Relocation | undefined;
}

/** Follows each issue from the text its place was last seen in, read by hash, to the new text. */
export function trackIssues(
  issues: readonly Issue[],
  newText: string,
  readText: (hash: string) => string | null,
): Tracking {
  const newHash = hashOf(newText);
  const oldTexts = new Map<string, string | null>();
  for (const { manuscript_hash: hash } of issues) {
    if (!oldTexts.has(hash)) oldTexts.set(hash, hash === newHash ? newText : readText(hash));
  }
  const remaps = new Map<string, Remap>();
  for (const [hash, oldText] of oldTexts) {
    const remapper = createRemapper(oldText, newText);
    for (const { issue_id, anchor, manuscript_hash } of issues) {
      if (manuscript_hash === hash && anchor !== null) {
        remaps.set(issue_id, remapper.remap(anchor));
      }
    }
  }
  return {
    tracked: issues.map((issue) => ({
      issue_id: issue.issue_id,
      category: issue.category,
      severity: issue.severity,
      scope: issue.scope,
      text_range: issue.text_range,
      remap: remaps.get(issue.issue_id) ?? { status: 'lost', reason: 'no_source', attempts: [] },
      old_text: oldTexts.get(issue.manuscript_hash) ?? null,
    })),
    relocationOf(issue) {
      const remap = remaps.get(issue.issue_id);
      if (issue.text_range === null || issue.manuscript_hash === newHash) return undefined;
      if (remap === undefined || remap.status === 'lost') return undefined;
      // Of several places the best one is written, with its low confidence: a person has to look (QC-013).
      const [place] = remap.status === 'ambiguous' ? remap.candidates : [remap];
      if (place === undefined) return undefined;
      const { start, end } = place.range;
      return {
        text_range: place.range,
        range_checksum: hashOf(newText.slice(start, end)),
        anchor: createAnchor(newText, { start, end }),
        manuscript_hash: newHash,
        manuscript_version_id: newHash,
        adjustment_method:
          remap.status === 'mapped' ? remap.method : (remap.attempts.at(-1)?.strategy ?? null),
        adjustment_delta: start - issue.text_range.start,
        confidence_score: place.confidence,
        adjustment_attempts: [...remap.attempts],
      };
    },
  };
}
