/**
 * The decisions of the rule planner against the labels of public data: clarification (ClariQ, Abg-CoQA),
 * follow-up and rewriting (CANARD, TREC CAsT), splitting (MixSNIPS, MixATIS, SNIPS, ATIS, ASDC). Beside each
 * the simplest rule that anybody would try first.
 * KANMON_BENCH_DATA=<folder> pnpm bench planner-decisions
 */
import { clarificationDecisions } from './planner/clarification.ts';
import { isReached } from './planner/decision.ts';
import { followupDecisions } from './planner/followup.ts';
import { splittingDecisions } from './planner/splitting.ts';
import { writeResult } from './support/write-result.ts';

const decisions = [
  ...clarificationDecisions(),
  ...followupDecisions(),
  ...splittingDecisions(),
].map((decision) => ({ ...decision, isReached: isReached(decision) }));

writeResult('planner-decisions', { peers: [], figures: { decisions } });
