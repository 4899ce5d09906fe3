import {
  createAnchor,
  createRemapper,
  scoreRecurrence,
  type CheckFinding,
  type TrackedIssue,
} from '@kanmon/issue-tracker';
import { syntheticRevisions, type SyntheticLanguage } from '@kanmon/issue-tracker/testing';

/** Agreement of rechecks with the real changes of the finding's text. */
export interface RecurrenceScore {
  readonly total: number;
  /** Share of issues whose verdict (recurred or not) is right. */
  readonly agreement: number;
  /** Share of settled issues that are called recurrences. */
  readonly falseRecurrence: number;
}

/**
 * A checker that finds an untouched place again and does not find an edited or deleted one; besides, it
 * reports as many places of the same category that are new. Recurred = the same characters, found again.
 */
export function recurrenceScore(language: SyntheticLanguage, count: number): RecurrenceScore {
  let total = 0;
  let agreeing = 0;
  let settled = 0;
  let falselyRecurred = 0;
  for (const { oldText, newText, places } of syntheticRevisions({ seed: 11, count, language })) {
    const remapper = createRemapper(oldText, newText);
    // Overlapping places of one category cannot be distinguished, so only one of them is scored.
    const scored = disjoint(places.filter(({ truth }) => truth.kind !== 'unclear'));
    const findings: CheckFinding[] = [];
    const expected: boolean[] = [];
    const issues = scored.map(({ truth, start, end }, index): TrackedIssue => {
      // Every third untouched place is found again; the others the checker lets pass.
      const again = truth.kind === 'kept' && index % 3 === 0;
      expected.push(again);
      if (truth.kind === 'kept' && again) findings.push(finding(truth.start, truth.end));
      return {
        issue_id: `${index}`,
        category: 'style',
        severity: 'medium',
        scope: 'range',
        text_range: { start, end },
        remap: remapper.remap(createAnchor(oldText, { start, end })),
      };
    });
    // The checker also finds the words of deleted places when they appear elsewhere.
    for (const { truth, start, end } of scored) {
      if (truth.kind !== 'deleted') continue;
      const at = newText.indexOf(oldText.slice(start, end));
      if (at !== -1) findings.push(finding(at, at + end - start));
    }
    const { results } = scoreRecurrence(issues, findings, { oldText, newText });
    for (const [index, result] of results.entries()) {
      const recurred = result.state === 'Recurrence';
      total += 1;
      if (recurred === expected[index]) agreeing += 1;
      if (expected[index] === false) {
        settled += 1;
        if (recurred) falselyRecurred += 1;
      }
    }
  }
  return { total, agreement: agreeing / total, falseRecurrence: falselyRecurred / settled };
}

function disjoint<T extends { readonly start: number; readonly end: number }>(
  places: readonly T[],
): T[] {
  const kept: T[] = [];
  for (const place of places.toSorted((left, right) => left.start - right.start)) {
    if (place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place);
  }
  return kept;
}

function finding(start: number, end: number): CheckFinding {
  return { category: 'style', severity: 'medium', text_range: { start, end }, description: '' };
}
