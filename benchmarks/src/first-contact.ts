/**
 * Rounds of cases by authors who had seen neither code nor specification. docs/judgement.md
 * lists the figure at first contact of each round; this command gives the figure of today.
 * pnpm bench first-contact
 */
import { jsonRounds } from './first-contact/json.ts';
import { plannerRounds } from './first-contact/planner.ts';
import { proposalRounds } from './first-contact/proposals.ts';
import { extractionRounds, termRounds } from './first-contact/terms.ts';
import { writeResult } from './support/write-result.ts';

const rounds = {
  json: jsonRounds(),
  planner: plannerRounds(),
  terms: termRounds(),
  extraction: extractionRounds(),
  proposals: proposalRounds(),
};

// `node src/first-contact.ts planner-r2` names the wrong ones of a round.
const named = process.argv[2];
if (named === undefined) {
  const figures = Object.fromEntries(
    Object.entries(rounds).map(([room, results]) => [
      room,
      results.map((each) => ({ ...each, wrong: undefined })),
    ]),
  );
  writeResult('first-contact', { peers: [], figures });
} else {
  const chosen = Object.values(rounds)
    .flat()
    .filter(({ round }) => round === named);
  for (const { wrong, ...figuresOfRound } of chosen) {
    console.log(figuresOfRound);
    for (const each of wrong) console.log(JSON.stringify(each));
  }
}
