/**
 * Plans of strangers that a judge (`./llm`) helps to decide: the judge knows the labels and is wrong about a share of
 * its answers. Means over several seeds.
 * pnpm bench terms-judge
 */
import { createScriptedClient } from '@kanmon/core/testing';
import { createTermGate, foldTerm } from '@kanmon/term-preservation';
import { createLlmAdjudicator } from '@kanmon/term-preservation/llm';
import { type PlanCase, tasksOf } from './first-contact/terms.ts';
import { readRounds } from './first-contact/rounds.ts';

const errorRate = 0.05;
const seeds = [1, 2, 3, 4, 5];

/** Answers from the labels; the answer to each question is wrong with the error rate. */
function judgeOf(of: PlanCase, random: () => number) {
  return createScriptedClient(({ messages }) => {
    const text = messages.at(-1)?.content ?? '';
    const asked = [...text.matchAll(/"term":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, term = '']) =>
        // The match is the inside of a JSON string.
        JSON.parse(`"${term}"`) as string,
    );
    const answers = [...new Set(asked)].map((term, at) => {
      const isLost = of.lost.some((each) => foldTerm(each.term) === foldTerm(term));
      const covered = isLost === random() < errorRate;
      const task = at % of.plan.length;
      const quote = (of.plan[task] ?? '').slice(0, 200);
      return covered
        ? { term, verdict: 'covered', task, field: 'acceptance', quote }
        : { term, verdict: 'not-covered' };
    });
    return JSON.stringify({ answers });
  });
}

/** A linear congruential generator (Numerical Recipes). */
function seeded(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

for (const { name, cases } of readRounds<PlanCase>('term-preservation', 'terms')) {
  const counts = { complete: 0, completeAccepted: 0, lossy: 0, lossyAccepted: 0, calls: 0 };
  const reasons = new Map<string, number>();
  for (const seed of seeds) {
    const random = seeded(seed);
    for (const of of cases) {
      const client = judgeOf(of, random);
      const gate = createTermGate({ adjudicator: createLlmAdjudicator({ client }) });
      const { decision, result } = await gate.checkAsync(of.terms, tasksOf(of));
      counts[of.complete ? 'complete' : 'lossy'] += 1;
      counts.calls += client.calls.length;
      if (decision === 'accept') counts[of.complete ? 'completeAccepted' : 'lossyAccepted'] += 1;
      else if (of.complete)
        for (const { code } of result.findings) reasons.set(code, (reasons.get(code) ?? 0) + 1);
    }
  }
  const { complete, completeAccepted, lossy, lossyAccepted, calls } = counts;
  console.log(
    `${name}: complete accepted ${share(completeAccepted, complete)}, lossy accepted ${share(lossyAccepted, lossy)},`,
    `calls a plan ${(calls / (complete + lossy)).toFixed(2)};`,
    `findings on complete plans that were not accepted: ${JSON.stringify(Object.fromEntries(reasons))}`,
  );
}
