import { describe, expect, it } from 'vitest';
import {
  type CheckFinding,
  createAnchor,
  createRemapper,
  scoreRecurrence,
  type TrackedIssue,
} from '../../src/index.ts';

const oldText = [
  '春香は急いで駅へ向かった。改札の前には長い列ができていた。',
  '彼女はとても深いため息をついて列の最後に並んだ。',
  '電車は急いで走り去った。',
].join('\n');

function issueAt(slice: string, newText: string, category = 'adverb', nth = 1): TrackedIssue {
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = oldText.indexOf(slice, start + 1);
  const range = { start, end: start + slice.length };
  const remap = createRemapper(oldText, newText).remap(createAnchor(oldText, range));
  return {
    issue_id: `${slice}${nth}`,
    category,
    severity: 'high',
    scope: 'range',
    text_range: range,
    remap,
  };
}

function findingAt(
  newText: string,
  slice: string,
  category = 'adverb',
  severity: CheckFinding['severity'] = 'high',
): CheckFinding {
  const start = newText.indexOf(slice);
  return { category, severity, text_range: { start, end: start + slice.length }, description: 'd' };
}

const score = (issues: TrackedIssue[], findings: CheckFinding[], newText: string) =>
  scoreRecurrence(issues, findings, { oldText, newText });

describe('scoreRecurrence', () => {
  it('is exactly 1 for the same text with the same category there', () => {
    const [result] = score(
      [issueAt('急いで', oldText)],
      [findingAt(oldText, '急いで', 'adverb', 'low')],
      oldText,
    ).results;
    expect(result).toMatchObject({
      recurrence_score: 1,
      state: 'Recurrence',
      reason: 'unchanged',
      finding: 0,
    });
  });

  it('is judged at the own place: the same words elsewhere are a new finding', () => {
    const newText = oldText.replace('急いで駅', 'ゆっくり駅');
    const { results, newFindings } = score(
      [issueAt('急いで', newText)],
      [findingAt(newText, '急いで')],
      newText,
    );
    expect(results[0]?.state).toBe('Resolved');
    expect(newFindings).toEqual([0]);
  });

  it('stays below 0.3 without a finding, and does not take unchanged text as right', () => {
    const [changed] = score(
      [issueAt('とても深いため息', oldText.replace('とても深い', '深い'))],
      [],
      oldText.replace('とても深い', '深い'),
    ).results;
    expect(changed?.recurrence_score).toBeLessThan(0.3);
    expect(changed?.state).toBe('Resolved');
    const [unchanged] = score([issueAt('急いで', oldText)], [], oldText).results;
    expect(unchanged).toMatchObject({ state: 'Partial', reason: 'unverified_unchanged' });
    expect(unchanged?.recurrence_score).toBeCloseTo(0.26);
  });

  it('needs the category', () => {
    const [result] = score(
      [issueAt('急いで', oldText)],
      [findingAt(oldText, '急いで', 'typo')],
      oldText,
    ).results;
    expect(result).toMatchObject({ finding: null, same_category_found: false });
  });

  it('explains one issue with one finding', () => {
    const first = issueAt('急いで', oldText, 'adverb', 1);
    const second = issueAt('急いで', oldText, 'adverb', 2);
    const { results } = score([first, second], [findingAt(oldText, '急いで')], oldText);
    expect(results.map(({ finding }) => finding)).toEqual([0, null]);
  });

  it('weighs a milder finding less', () => {
    const newText = oldText.replace('とても深いため息', 'とても深い息');
    const issue = issueAt('とても深いため息', newText);
    const at = (severity: CheckFinding['severity']) =>
      score([issue], [findingAt(newText, 'とても深い息', 'adverb', severity)], newText).results[0]
        ?.recurrence_score ?? 0;
    expect(at('high')).toBeGreaterThan(0.7);
    expect(at('low') / at('high')).toBeCloseTo(0.8);
  });

  it('reports that a place is gone', () => {
    const newText = oldText.split('\n').toSpliced(1, 1).join('\n');
    const [result] = score([issueAt('とても深いため息', newText)], [], newText).results;
    expect(result).toMatchObject({ text_removed: true, state: 'Resolved', reason: 'text_removed' });
  });

  it('matches findings about the whole document by category and scope', () => {
    const absence: TrackedIssue = {
      issue_id: 'hook',
      category: 'no-hook',
      severity: 'high',
      scope: 'document',
      text_range: null,
      remap: { status: 'lost', reason: 'no_source', attempts: [] },
    };
    const again: CheckFinding = {
      category: 'no-hook',
      severity: 'high',
      text_range: null,
      description: 'd',
    };
    expect(score([absence], [again], oldText).results[0]?.state).toBe('Recurrence');
    expect(score([absence], [{ ...again, scope: 'section' }], oldText).results[0]?.state).toBe(
      'Resolved',
    );
    expect(score([absence], [], oldText).results[0]?.state).toBe('Resolved');
  });

  it('counts a finding only when more than half of the runs have it', () => {
    const finding = findingAt(oldText, '急いで');
    const run = (repeatedFindings: CheckFinding[][]) =>
      scoreRecurrence([issueAt('急いで', oldText)], [finding], {
        oldText,
        newText: oldText,
        repeatedFindings,
      }).results[0];
    expect(run([[], []])?.finding).toBeNull();
    expect(run([[finding], []])).toMatchObject({
      finding: 0,
      verification_votes: { for: 2, of: 3 },
    });
  });
});
