/**
 * 20 terms against 100 tasks as a ratio to a naive fold of every pair, and extraction as a ratio to a plain
 * NFKC pass over the same request.
 * pnpm bench term-preservation-speed
 */
import { extractRequiredTerms, validateTermPreservation } from '@kanmon/term-preservation';
import { interleave, ratio, spreads, timeCalls } from './support/rounds.ts';
import { writeResult } from './support/write-result.ts';
import { readCases } from './term-preservation/cases.ts';

const rounds = 31;
const callsPerRound = 5;
const termCount = 20;
const taskCount = 100;

const japanese = readCases().filter(({ lang }) => lang === 'ja');
const requests = japanese.map(({ request }) => request);
const terms = japanese.flatMap((each) => each.terms).slice(0, termCount);
const texts = Array.from({ length: taskCount }, (_, at) => {
  const plan = japanese[at % japanese.length]?.plan ?? [];
  return plan[at % plan.length] ?? '';
});
const tasks = texts.map((acceptance, at) => ({ id: `T${at}`, acceptance }));
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

const samples = await interleave(
  {
    validation: () => validateTermPreservation(terms, tasks),
    'naive fold of every pair': () => {
      for (const term of terms) for (const text of texts) fold(text).includes(fold(term));
    },
    extraction: () => {
      for (const request of requests) extractRequiredTerms(request);
    },
    'NFKC pass': () => {
      for (const request of requests) fold(request);
    },
  },
  timeCalls(callsPerRound),
  { rounds, warmUpRounds: 5 },
);

writeResult('term-preservation-speed', {
  peers: [],
  figures: {
    rounds,
    terms: terms.length,
    tasks: tasks.length,
    requests: requests.length,
    microseconds: spreads(samples),
    ratios: {
      'validation / naive fold of every pair': ratio(
        samples,
        'validation',
        'naive fold of every pair',
      ),
      'extraction / NFKC pass': ratio(samples, 'extraction', 'NFKC pass'),
    },
  },
});
