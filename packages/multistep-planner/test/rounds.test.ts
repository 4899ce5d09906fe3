import { caseReader, sampleToTry } from '@kanmon/test-support';
import { expect, test } from 'vitest';
import { type DialogMessage, planByRules } from '../src/index.ts';

/**
 * A dialog with what its author expects of the plan. The authors of the rounds had seen neither code nor
 * specification; see benchmarks/src/first-contact.
 */
interface Dialog {
  readonly history: readonly DialogMessage[];
  readonly message: string;
  readonly clarify: boolean;
  readonly followUp: boolean;
  readonly searches: readonly { readonly must: readonly (readonly string[])[] }[];
  readonly altSearchCounts: readonly number[];
  readonly gone: readonly string[];
}

const read = caseReader(new URL('cases/', import.meta.url));

/** The share of dialogs that are planned as their author would; raised when the rules improve. */
const floors = {
  'rounds/planner-r1': 1,
  'rounds/planner-r2': 1,
  'rounds/planner-r3': 1,
  'rounds/planner-r4': 1,
  'rounds/planner-r5': 1,
  'rounds/planner-r6': 0.97,
  'rounds/planner-r7': 1,
  'rounds/planner-r8': 1,
  'rounds/planner-r9': 1,
  'rounds/planner-r10': 1,
  'rounds/planner-r11': 0.98,
  'rounds/planner-r12': 0.98,
  'rounds/planner-r13': 1,
  'rounds/planner-r14': 1,
  'rounds/planner-r15': 0.97,
  'rounds/planner-r16': 1,
  'rounds/planner-r17': 0.98,
  'rounds/planner-r18': 0.98,
  'rounds/planner-r19': 0.94,
  'rounds/planner-r20': 0.97,
  'rounds/planner-r21': 1,
  'rounds/planner-r22': 0.95,
  'rounds/planner-r23': 0.95,
  'rounds/planner-r24': 0.93,
  'rounds/planner-r25': 0.95,
  'rounds/planner-r26': 0.88,
  'rounds/planner-r27': 0.97,
  'rounds/planner-r28': 0.95,
  'rounds/planner-r29': 0.95,
  'rounds/planner-r30': 0.97,
  'rounds/planner-r31': 0.98,
  'rounds/planner-r32': 1,
  'rounds/planner-r33': 0.93,
  'rounds/planner-r34': 0.97,
  'rounds/planner-r35': 1,
  'rounds/planner-r36': 0.97,
  'rounds/planner-r37': 0.95,
  'rounds/planner-r38': 0.93,
  'rounds/planner-r39': 0.95,
  'rounds/planner-r40': 0.98,
  'rounds/planner-r41': 0.93,
  'rounds/planner-r42': 0.95,
  'rounds/planner-r43': 0.97,
  'rounds/planner-r44': 0.95,
  // Measured before they were read.
  'rounds/planner-r45': 0.93,
  'rounds/planner-r46': 0.88,
  'rounds/planner-r47': 0.93,
  'rounds/planner-r48': 0.94,
  'rounds/planner-r49': 1,
  'rounds/planner-r50': 0.97,
  'rounds/planner-r51': 0.95,
  'rounds/planner-r52': 1,
  'rounds/planner-r53': 0.97,
  'rounds/planner-r55': 0.95,
  'rounds/planner-r56': 0.97,
  'rounds/planner-r57': 0.93,
  'rounds/planner-r58': 0.93,
  'rounds/planner-r59': 0.98,
  'rounds/planner-r60': 0.95,
  'rounds/planner-r61': 0.97,
  'rounds/planner-r62': 0.97,
  'rounds/planner-r63': 0.98,
  'rounds/planner-r64': 0.97,
  'rounds/planner-r65': 0.91,
  'rounds/planner-r66': 0.84,
  'rounds/planner-r67': 0.88,
  'rounds/planner-r68': 0.91,
  'rounds/planner-r69': 0.86,
  'rounds/planner-train': 0.96,
  'rounds/planner-train2': 0.96,
  'rounds/planner-train3': 0.96,
  'rounds/planner-train4': 0.92,
  'rounds/planner-train5': 0.9,
  'rounds/planner-train6': 1,
  'rounds/planner-train7': 0.9,
  'own-dialogs': 0.99,
  // Items that a message replaces, corrections, and complete questions after another topic.
  'replaced-dialogs': 1,
  // Returns to an earlier question, another case in the place of the first one, follow-ups of the newer thing, in both languages.
  'left-dialogs': 0.87,
  // Vague messages, complete questions, items of the last answer, reports that it helped, verbs without an object, lists, pasted lines.
  'class-dialogs': 1,
  // Concessions, lists of what is asked for, remarks after a problem, one name for another: each class in both languages.
  'even-dialogs': 0.98,
  // Complete questions and borrowing ones, messages without a topic, corrections, lists: each class in both languages.
  'turned-dialogs': 0.93,
  // Corrections, names, the other language, complete questions, reports of what happened, paths: each beside messages that look like it.
  'reported-dialogs': 1,
};

test.each(sampleToTry(Object.entries(floors)))(
  'plans the dialogs of %s as their authors',
  (round, floor) => {
    const dialogs = read(round) as readonly Dialog[];
    const wrong = dialogs.filter((dialog) => !isRight(dialog)).map(({ message }) => message);
    expect(dialogs.length).toBeGreaterThan(50);
    expect(1 - wrong.length / dialogs.length, wrong.join('\n')).toBeGreaterThanOrEqual(floor);
  },
);

function isRight({ message, history, ...of }: Dialog): boolean {
  const { plan } = planByRules({ message, history });
  const queries = plan.steps.flatMap((step) => ('query' in step ? [folded(step.query)] : []));
  const isFollowUp = plan.steps.some(({ type }) => type === 'followup_search');
  if (of.gone.some((word) => queries.some((query) => query.includes(folded(word))))) return false;
  if (plan.needsClarification || of.clarify) return plan.needsClarification === of.clarify;
  const holdsAll = of.searches.every(({ must }) =>
    queries.some((query) =>
      must.every((words) => words.some((word) => query.includes(folded(word)))),
    ),
  );
  const isCount = [of.searches.length, ...of.altSearchCounts].includes(queries.length);
  return isCount && holdsAll && (of.searches.length === 0 || isFollowUp === of.followUp);
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
