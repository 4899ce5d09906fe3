import { scoreClarificationNeed } from '@kanmon/multistep-planner/parts';
import { rounded } from '../support/spread.ts';
import type { Decision } from './decision.ts';
import { abgCoqaRows, clariqTopics } from './labelled-data.ts';
import { areaUnderCurve, plainWords } from './measures.ts';

/** Compares the score with the places where people wanted a question back. */
export function clarificationDecisions(): readonly Decision[] {
  return [...alone(), ...inContext()];
}

function alone(): readonly Decision[] {
  const topics = clariqTopics();
  if (topics.length === 0) return [];
  const auc = (least: number, scoreOf: (request: string) => number): number =>
    rounded(
      areaUnderCurve(
        topics.map(({ request, need }) => ({ score: scoreOf(request), label: need >= least })),
      ),
    );
  return [[2, 0.71] as const, [3, 0.67] as const].map(([least, goal]): Decision => ({
    decision: 'clarification',
    data: 'ClariQ, all topics',
    cases: topics.length,
    figure: `AUC, need of ${least} or more`,
    measured: auc(least, (message) => scoreClarificationNeed({ message }).score),
    goal: { atLeast: goal },
    baseline: {
      name: 'the fewer words the more',
      measured: auc(least, (request) => -plainWords(request).length),
    },
  }));
}

function inContext(): readonly Decision[] {
  const rows = abgCoqaRows();
  if (rows.length === 0) return [];
  const auc = (scoreOf: (row: (typeof rows)[number]) => number): number =>
    rounded(areaUnderCurve(rows.map((row) => ({ label: row.isAmbiguous, score: scoreOf(row) }))));
  return [
    {
      decision: 'clarification in context',
      data: 'Abg-CoQA test',
      cases: rows.length,
      figure: 'AUC',
      measured: auc(
        ({ question, history }) => scoreClarificationNeed({ message: question, history }).score,
      ),
      goal: { atLeast: 0.67 },
      baseline: {
        name: 'the fewer words the more',
        measured: auc(({ question }) => -plainWords(question).length),
      },
    },
  ];
}
