import { rewriteFollowup, scoreFollowup } from '@kanmon/multistep-planner/parts';
import { rounded } from '../support/spread.ts';
import type { Decision } from './decision.ts';
import { canardRows, castRows, type ConversationRow } from './labelled-data.ts';
import { areaUnderCurve, macroF1, plainWords, tokenF1 } from './measures.ts';

/** A whole question lost nothing, and a first one has nothing to carry over. */
const none = { atMost: 0 } as const;
const goals: Readonly<
  Record<string, { readonly auc: number; readonly recall?: number; readonly bags?: number }>
> = {
  'CANARD dev': { auc: 0.91, recall: 0.48, bags: 0.75 },
  'CAsT 2019': { auc: 0.805, recall: 0.58, bags: 0.77 },
  'CAsT 2020': { auc: 0.77 },
  'CAsT 2021': { auc: 0.78 },
};

/** Measures the detection of questions that depend on earlier turns, and of the words they need from there. */
export function followupDecisions(): readonly Decision[] {
  const canard = canardRows();
  const sets = new Map([['CANARD dev', canard], ...castRows()]);
  return [
    ...[...sets].flatMap(([data, rows]) => (rows.length === 0 ? [] : setDecisions(data, rows))),
    ...foreignDecisions(canard),
  ];
}

function setDecisions(data: string, rows: readonly ConversationRow[]): readonly Decision[] {
  const later = rows.filter(({ turn }) => turn >= 2);
  const goal = goals[data];
  if (goal === undefined) throw new Error(`expected a goal for ${data}`);
  const auc = (scoreOf: (row: ConversationRow) => number): number =>
    rounded(areaUnderCurve(later.map((row) => ({ label: isRewritten(row), score: scoreOf(row) }))));
  const common = { data, cases: later.length } as const;
  const rewritten = rewritingOf(later, ({ question, history }) =>
    plainWords(rewriteFollowup({ message: question, history }).query),
  );
  const unchanged = rewritingOf(later, ({ question }) => plainWords(question));
  const firstTurns = rows.filter(({ turn }) => turn === 1);
  return [
    {
      ...common,
      decision: 'follow-up',
      figure: 'AUC',
      measured: auc(({ question, history }) => scoreFollowup({ message: question, history }).score),
      goal: { atLeast: goal.auc },
      baseline: { name: 'has a pronoun', measured: auc(({ question }) => pronouns(question)) },
    },
    ...(goal.recall === undefined || goal.bags === undefined
      ? []
      : [
          {
            ...common,
            decision: 'rewriting',
            figure: 'recall of the words that people added',
            measured: rewritten.recall,
            goal: { atLeast: goal.recall },
            baseline: asIs(unchanged.recall),
          },
          {
            ...common,
            decision: 'rewriting',
            figure: 'F1 with what people wrote',
            measured: rewritten.bags,
            goal: { atLeast: goal.bags },
            baseline: asIs(unchanged.bags),
          },
        ]),
    {
      ...common,
      decision: 'rewriting',
      figure: 'questions that lost a content word',
      measured: rewritten.lost,
      goal: none,
    },
    {
      data,
      cases: firstTurns.length,
      decision: 'rewriting',
      figure: 'first turns that changed',
      measured: firstTurns.filter(
        ({ question }) => rewriteFollowup({ message: question }).query !== question.trim(),
      ).length,
      goal: none,
    },
  ];
}

const asIs = (measured: number) => ({ name: 'the question as it is', measured });

/** Questions in their dialog against whole questions behind the history of another dialog. */
function foreignDecisions(canard: readonly ConversationRow[]): readonly Decision[] {
  if (canard.length === 0) return [];
  const inPlace = canard
    .filter(({ turn }) => turn >= 2)
    .filter((_, index) => index % 2 === 0)
    .slice(0, 1000);
  const others = canard.filter(({ turn }) => turn >= 4);
  const rows = inPlace.flatMap(({ question, gold, history }, index) => {
    const foreign = others[(index * 7 + 501) % others.length]?.history ?? [];
    const own = scoreFollowup({ message: question, history });
    const other = scoreFollowup({ message: gold, history: foreign });
    return [
      { label: true, score: own.score, decided: own.followup, pronouns: pronouns(question) },
      { label: false, score: other.score, decided: other.followup, pronouns: pronouns(gold) },
    ];
  });
  const common = {
    decision: 'follow-up or another topic',
    data: 'CANARD dev',
    cases: rows.length,
  } as const;
  const name = 'has a pronoun';
  return [
    {
      ...common,
      figure: 'AUC',
      measured: rounded(areaUnderCurve(rows)),
      goal: { atLeast: 0.96 },
      baseline: {
        name,
        measured: rounded(areaUnderCurve(rows.map((row) => ({ ...row, score: row.pronouns })))),
      },
    },
    {
      ...common,
      figure: 'macro-F1',
      measured: rounded(macroF1(rows)),
      goal: { atLeast: 0.9 },
      baseline: {
        name,
        measured: rounded(macroF1(rows.map((row) => ({ ...row, decided: row.pronouns > 0 })))),
      },
    },
  ];
}

/** Compares a rewriting with what people wrote. */
function rewritingOf(
  rows: readonly ConversationRow[],
  rewrite: (row: ConversationRow) => readonly string[],
): { readonly recall: number; readonly bags: number; readonly lost: number } {
  const recalls: number[] = [];
  let bags = 0;
  let lost = 0;
  for (const row of rows) {
    const words = rewrite(row);
    const asked = new Set(plainWords(row.question));
    const gold = plainWords(row.gold);
    const added = gold.filter((word) => !asked.has(word) && !functionWords.has(word));
    if (added.length > 0)
      recalls.push(added.filter((word) => words.includes(word)).length / added.length);
    bags += tokenF1(gold, words);
    const kept = new Set(words);
    if ([...asked].some((word) => !isFunctionWord(word) && !kept.has(word))) lost += 1;
  }
  return {
    recall: rounded(recalls.reduce((sum, each) => sum + each, 0) / recalls.length),
    bags: rounded(bags / rows.length),
    lost,
  };
}

/** Words without a meaning in a rewriting. */
const functionWords = new Set(
  'a an the of in on at to for and or is are was were be been do does did how what which who whom when where why it its they them their he she his her i me my you your that this these those with from by about as can could would should will have has had not no there please hmm'.split(
    ' ',
  ),
);

/** Also the pronouns that a rewriting replaces, with what is contracted to them. */
function isFunctionWord(word: string): boolean {
  return (
    functionWords.has(word) ||
    /^(?:him|hers|theirs|ones?|(?:that|they|it|he|she)(?:s|ve|ll|re|d))$/u.test(word)
  );
}

const pronounPattern =
  /^(?:he|him|his|she|hers?|it|its|they|them|theirs?|this|that|these|those|there|one|ones)$/u;

function pronouns(question: string): number {
  return plainWords(question).some((word) => pronounPattern.test(word)) ? 1 : 0;
}

function isRewritten({ question, gold }: ConversationRow): boolean {
  return plainWords(question).join(' ') !== plainWords(gold).join(' ');
}
