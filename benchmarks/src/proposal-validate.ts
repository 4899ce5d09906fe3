/**
 * The cost of validating one Advisor report of two options, and one Organizer report: ratios within
 * one run to JSON.parse of the report alone, and to JSON.parse + zod safeParse. Median and spread of
 * interleaved rounds.
 * pnpm bench proposal-validate
 */
import {
  advisorGate,
  advisorReportSchema,
  organizerReportSchema,
  validateAdvisorReport,
  validateOrganizerReport,
} from '@kanmon/proposal-quality';
import { samples } from '@kanmon/proposal-quality/testing';
import { interleave, timeCalls } from './support/rounds.ts';
import { ratiosOf, type Spread } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

const rounds = 21;
const callsPerRound = 3000;

function sampleOf(id: string) {
  const found = samples.find((sample) => sample.id === id);
  if (found === undefined) throw new Error(`no sample ${id}`);
  return found;
}

const advisor = sampleOf('A1');
const organizer = sampleOf('O2');
const advice = advisor.valid as Record<string, unknown>;
const proposals = organizer.valid as Record<string, unknown>;
const faultyAdvice = { ...advice, summary: '', next_decision: '早く決めるべきです' };
const faultyProposals = { ...proposals, summary: '早く決めるべきです' };
const adviceText = JSON.stringify(advice);
const proposalText = JSON.stringify(proposals);
const ids = ['n1'];

type Subjects = Readonly<Record<string, () => unknown>>;

const advisorSubjects: Subjects = {
  'JSON.parse': (): unknown => JSON.parse(adviceText),
  'zod safeParse': () => advisorReportSchema.safeParse(advice),
  'validate, valid': () => validateAdvisorReport(advice, ids),
  'validate, two findings': () => validateAdvisorReport(faultyAdvice, ids),
  'gate.validate, valid': () => advisorGate.validate(advice, { validNodeIds: ids }),
};
const organizerSubjects: Subjects = {
  'JSON.parse': (): unknown => JSON.parse(proposalText),
  'zod safeParse': () => organizerReportSchema.safeParse(proposals),
  'validate, valid': () => validateOrganizerReport(proposals, ids),
  'validate, one finding': () => validateOrganizerReport(faultyProposals, ids),
};

interface Ratios {
  readonly toParse: Spread;
  readonly toParseAndZod: Spread;
}

async function measure(of: Subjects): Promise<Readonly<Record<string, Ratios>>> {
  const times = await interleave(of, timeCalls(callsPerRound), { rounds, warmUpRounds: 2 });
  const parse = times['JSON.parse'] ?? [];
  const both = (times['zod safeParse'] ?? []).map((time, round) => time + (parse[round] ?? 0));
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      name,
      { toParse: ratiosOf(list, parse), toParseAndZod: ratiosOf(list, both) },
    ]),
  );
}

if (!validateAdvisorReport(advice, ids).ok || validateAdvisorReport(faultyAdvice, ids).ok) {
  throw new Error('expected the report to pass and the faulty one not to');
}
writeResult('proposal-validate', {
  peers: ['zod'],
  figures: {
    rounds,
    advisor: { characters: adviceText.length, ratios: await measure(advisorSubjects) },
    organizer: { characters: proposalText.length, ratios: await measure(organizerSubjects) },
  },
});
