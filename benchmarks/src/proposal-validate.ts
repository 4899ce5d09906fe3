/**
 * What it costs to validate one Advisor report of two options, and one Organizer report: ratios within
 * one run to JSON.parse of the report alone, and to JSON.parse + zod safeParse. Median and spread of
 * interleaved rounds.
 * pnpm build && pnpm --filter @kanmon/benchmarks proposal-validate
 */
import {
  advisorGate,
  advisorReportSchema,
  organizerReportSchema,
  validateAdvisorReport,
  validateOrganizerReport,
} from '@kanmon/proposal-quality';
import { samples } from '@kanmon/proposal-quality/testing';
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

function timeOf(subject: () => unknown): number {
  const start = performance.now();
  for (let call = 0; call < callsPerRound; call += 1) subject();
  return performance.now() - start;
}

function spread(ratios: readonly number[]): object {
  const sorted = ratios.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    Number((sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(2));
  return { median: at(0.5), low: at(0), high: at(1) };
}

function measure(subjects: Subjects): object {
  for (const subject of Object.values(subjects)) timeOf(subject);
  const times = new Map(Object.keys(subjects).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, subject] of Object.entries(subjects)) times.get(name)?.push(timeOf(subject));
  }
  const parse = times.get('JSON.parse') ?? [];
  const both = (times.get('zod safeParse') ?? []).map((time, round) => time + (parse[round] ?? 0));
  return Object.fromEntries(
    [...times].map(([name, list]) => [
      name,
      {
        toParse: spread(list.map((time, round) => time / (parse[round] ?? 1))),
        toParseAndZod: spread(list.map((time, round) => time / (both[round] ?? 1))),
      },
    ]),
  );
}

if (!validateAdvisorReport(advice, ids).ok || validateAdvisorReport(faultyAdvice, ids).ok) {
  throw new Error('expected the report to pass and the faulty one not to');
}
writeResult('proposal-validate', ['zod'], {
  rounds,
  advisor: { characters: adviceText.length, ...measure(advisorSubjects) },
  organizer: { characters: proposalText.length, ...measure(organizerSubjects) },
});
