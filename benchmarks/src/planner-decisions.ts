/**
 * The decisions of the rule planner against the labels of public data: clarification (ClariQ, Abg-CoQA),
 * follow-up and rewriting (CANARD, TREC CAsT), splitting (MixSNIPS, MixATIS, SNIPS, ATIS, ASDC).
 * Run: KANMON_BENCH_DATA=<folder> node --conditions=@kanmon/source benchmarks/src/planner-decisions.ts
 */
import {
  rewriteFollowup,
  scoreClarificationNeed,
  scoreFollowup,
  splitIntents,
} from '@kanmon/multistep-planner';
import {
  abgCoqaRows,
  asdcRows,
  canardRows,
  castRows,
  clariqTopics,
  type ConversationRow,
  intentRows,
} from './planner/data-sets.ts';
import { areaUnderCurve, f1, macroF1, plainWords, tokenF1 } from './planner/measures.ts';

const show = (name: string, figures: Readonly<Record<string, number>>): void => {
  const text = Object.entries(figures).map(([key, value]) => `${key} ${value.toFixed(4)}`);
  console.log(`${name}: ${text.join(', ')}`);
};

const topics = clariqTopics();
if (topics.length > 0) {
  const scored = topics.map(({ request, need }) => ({
    need,
    score: scoreClarificationNeed({ message: request }).score,
  }));
  const auc = (least: number): number =>
    areaUnderCurve(scored.map(({ need, score }) => ({ score, label: need >= least })));
  show(`clarification, ClariQ (${topics.length} topics)`, {
    'AUC >= 2': auc(2),
    'AUC >= 3': auc(3),
  });
}

const inContext = abgCoqaRows('test');
if (inContext.length > 0) {
  const scored = inContext.map(({ question, history, isAmbiguous }) => ({
    label: isAmbiguous,
    score: scoreClarificationNeed({ message: question, history }).score,
  }));
  show(`clarification in context, Abg-CoQA test (${inContext.length})`, {
    AUC: areaUnderCurve(scored),
  });
}

/** Words that carry no meaning of their own in a rewriting. */
const functionWords = new Set(
  'a an the of in on at to for and or is are was were be been do does did how what which who whom when where why it its they them their he she his her i me my you your that this these those with from by about as can could would should will have has had not no there'.split(
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

function isRewritten({ question, gold }: ConversationRow): boolean {
  return plainWords(question).join(' ') !== plainWords(gold).join(' ');
}

for (const [name, rows] of [
  ['CANARD dev', canardRows()],
  ['CAsT 2019', castRows('2019')],
  ['CAsT 2020', castRows('2020')],
  ['CAsT 2021', castRows('2021')],
] as const) {
  const later = rows.filter(({ turn }) => turn >= 2);
  if (later.length === 0) continue;
  const scored = later.map((row) => ({
    label: isRewritten(row),
    score: scoreFollowup({ message: row.question, history: row.history }).score,
  }));
  const recalls: number[] = [];
  let bags = 0;
  let lost = 0;
  for (const { question, gold, history } of later) {
    const words = plainWords(rewriteFollowup({ message: question, history }).query);
    const asked = new Set(plainWords(question));
    const added = plainWords(gold).filter((word) => !asked.has(word) && !functionWords.has(word));
    if (added.length > 0)
      recalls.push(added.filter((word) => words.includes(word)).length / added.length);
    bags += tokenF1(plainWords(gold), words);
    const kept = new Set(words);
    if ([...asked].some((word) => !isFunctionWord(word) && !kept.has(word))) lost += 1;
  }
  const recall = recalls.reduce((sum, each) => sum + each, 0) / recalls.length;
  show(`follow-up, ${name} (${later.length})`, {
    AUC: areaUnderCurve(scored),
    'rewriting A': recall,
    'rewriting B': bags / later.length,
    'questions that lost a content word': lost,
    'first turns that changed': rows.filter(
      ({ turn, question }) =>
        turn === 1 && rewriteFollowup({ message: question }).query !== question.trim(),
    ).length,
  });
}

const canard = canardRows();
if (canard.length > 0) {
  const inPlace = canard
    .filter(({ turn }) => turn >= 2)
    .filter((_, index) => index % 2 === 0)
    .slice(0, 1000);
  const others = canard.filter(({ turn }) => turn >= 4);
  const rows = inPlace.flatMap((row, index) => {
    const foreign = others[(index * 7 + 501) % others.length]?.history ?? [];
    const own = scoreFollowup({ message: row.question, history: row.history });
    const other = scoreFollowup({ message: row.gold, history: foreign });
    return [
      { label: true, score: own.score, decided: own.followup },
      { label: false, score: other.score, decided: other.followup },
    ];
  });
  show('follow-up or foreign topic, CANARD (2 x 1,000)', {
    AUC: areaUnderCurve(rows),
    'macro-F1': macroF1(rows),
  });
}

for (const set of ['mixsnips', 'mixatis']) {
  const rows = intentRows(set, 'test').map(({ text, intents }) => ({
    label: intents > 1,
    decided: splitIntents(text, 'en').length > 1,
  }));
  if (rows.length > 0) show(`splitting, ${set} test (${rows.length})`, { F1: f1(rows) });
}
for (const set of ['snips', 'atis']) {
  const rows = intentRows(set, 'test').filter(({ intents }) => intents === 1);
  const split = rows.filter(({ text }) => splitIntents(text, 'en').length > 1).length;
  if (rows.length > 0)
    show(`false splits, ${set} test (${rows.length})`, { share: split / rows.length });
}

const guests = asdcRows();
if (guests.length > 0) {
  const rows = guests.map(({ text, requests }) => ({
    label: requests > 1,
    decided: splitIntents(text, 'ja').length > 1,
  }));
  show(`Japanese splitting, ASDC mul_req_02 (${rows.length})`, { 'macro-F1': macroF1(rows) });
}
