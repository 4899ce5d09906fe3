import { createManualClock } from '@kanmon/core/testing';
import type { Subject } from '@kanmon/test-support';
import { defaultQcCodes } from '../../src/errors/qc-codes.ts';
import { applyEvent } from '../../src/history/apply-event.ts';
import { emptySessionState } from '../../src/history/session-state.ts';
import { createTimedIds } from '../../src/life-cycle/issue-id.ts';
import { createAnchor, createRemapper } from '../../src/index.ts';
import { sanitiseFindings } from '../../src/loop/findings.ts';
import { type OpenTransaction, openTransaction } from '../../src/store/transaction.ts';
import { sequentialRandom } from '../../src/testing.ts';
import { newIssue } from '../support/fixtures.ts';

/** Cleans as many findings as the manuscript has lines; each quotes a line of it. */
export const findings: Subject = (size) => {
  const lines = Array.from({ length: size }, (_, index) => `line ${index} of the manuscript here`);
  const text = lines.join('\n');
  const given = lines.map((line, index) => ({
    category: 'style',
    severity: 'low',
    text_range: { start: index, end: index + 1 },
    description: `the words "${line}"`,
  }));
  return () => sanitiseFindings(text, given);
};

/** Follows a place from each line of a text to the text with other line ends, a line taken out. */
export const lineEnds: Subject = (size) => {
  const lines = Array.from({ length: size }, (_, index) => `line ${index} of the manuscript here`);
  const old = lines.join('\r\n');
  const next = lines.slice(1).join('\n');
  const anchors = lines.map((_, index) => createAnchor(old, { start: index, end: index + 20 }));
  return () => createRemapper(old, next).remapAll(anchors);
};

/** Follows each of many similar lines of which neighbours change places under their old numbers. */
export const exchanges: Subject = (size) => {
  const line = (index: number): string => `the fee of ${index * 7_919} is paid by the end of May`;
  const numbered = (of: (index: number) => number): string =>
    Array.from({ length: size }, (_, index) => `No ${index}, ${line(of(index))}`).join('\n');
  const old = numbered((index) => index);
  const next = numbered((index) => index ^ 1);
  const anchors = Array.from({ length: size }, (_, index) => {
    const start = old.indexOf(line(index));
    return createAnchor(old, { start, end: start + line(index).length });
  });
  return () => createRemapper(old, next).remapAll(anchors);
};

/** Runs twenty transactions, each of which plans and applies one fix, in a session of `size` issues. */
export const transactions: Subject = (size) => {
  const clock = createManualClock('2026-03-01T00:00:00.000Z');
  const ids = createTimedIds(clock, sequentialRandom(1));
  const begin = (): OpenTransaction =>
    openTransaction(state, { actor: 'aki', clock, ids, qcCodes: defaultQcCodes });
  const state = emptySessionState();
  state.session = { ...state.session, session_id: 'S1' };
  const opening = begin();
  const issues = Array.from({ length: size }, () => opening.transaction.addIssue(newIssue));
  for (const [index, event] of opening.draft.events.entries()) {
    applyEvent(state, { ...event, at: '2026-03-01T00:00:00.000Z', version: index + 1 });
  }
  return () => {
    for (const { issue_id: id } of issues.slice(0, 20)) {
      const { transaction, draft } = begin();
      transaction.planFix(id, { tool_id: 'rewrite', description: 'd', planned_by: 'p' });
      transaction.applyFix(id, { applied_fix_description: 'd', applied_by: 'f' });
      draft.close();
    }
  };
};
