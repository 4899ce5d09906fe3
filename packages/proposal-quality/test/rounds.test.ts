import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { advisorPhrases, findForbidden, organizerPhrases } from '../src/index.ts';
import { readCases } from './support.ts';

const sentence = z.object({
  lang: z.enum(['ja', 'en']),
  role: z.enum(['O', 'A']),
  text: z.string(),
  oversteps: z.boolean(),
});

/**
 * Least shares over sentences of authors who had seen neither code nor specification. In round 10 and in the first two
 * training sets an Organizer also oversteps where it judges, which the phrases of an Organizer do not look for.
 */
const floors = {
  'rounds/proposals-r1': 0.97,
  'rounds/proposals-r2': 0.97,
  'rounds/proposals-r3': 0.98,
  'rounds/proposals-r4': 0.95,
  'rounds/proposals-r5': 0.97,
  'rounds/proposals-r6': 0.98,
  'rounds/proposals-r7': 0.98,
  'rounds/proposals-r9': 0.97,
};
const leastPrecision = 0.97;
const widerFloors = {
  'rounds/proposals-r10': 0.9,
  'rounds/proposals-r11': 0.96,
  'rounds/proposals-train-a': 0.9,
  'rounds/proposals-train-b': 0.88,
  'rounds/proposals-train-c': 0.98,
  'rounds/proposals-train-d': 0.98,
};
const leastWiderPrecision = 0.96;

/** Without Japanese sentences. */
const englishOnly = new Set(['rounds/proposals-train-d']);

/** Measured before their sentences were read, and not used for any rule. */
const unread = [
  { round: 'rounds/proposals-r12', right: 0.88, precision: 0.94 },
  { round: 'rounds/proposals-r14', right: 0.91, precision: 0.92 },
  { round: 'rounds/proposals-r17', right: 0.83, precision: 0.91 },
  { round: 'rounds/proposals-r18', right: 0.88, precision: 1 },
  { round: 'rounds/proposals-r20', right: 0.83, precision: 0.95 },
];

/** Read for some of the phrases. */
const read = [
  { round: 'rounds/proposals-r13', right: 0.96, precision: 0.95 },
  { round: 'rounds/proposals-r15', right: 0.97, precision: 0.97 },
  { round: 'rounds/proposals-r16', right: 0.95, precision: 0.92 },
  { round: 'rounds/proposals-r19', right: 1, precision: 1 },
];

const rounds = [
  ...unread,
  ...read,
  ...Object.entries(floors).map(([round, right]) => ({ round, right, precision: leastPrecision })),
  ...Object.entries(widerFloors).map(([round, right]) => ({
    round,
    right,
    precision: leastWiderPrecision,
  })),
];

describe.each(rounds)('the sentences of $round', ({ round, right: leastRight, precision }) => {
  it.each(englishOnly.has(round) ? ['en'] : ['ja', 'en'])(
    'are judged as labelled in %s',
    (lang) => {
      const judged = readCases(round, sentence)
        .filter((one) => one.lang === lang)
        .map(({ role, text, oversteps }) => ({
          oversteps,
          found: findForbidden(text, role === 'O' ? organizerPhrases : advisorPhrases).length > 0,
        }));
      const found = judged.filter((one) => one.found);
      const right = judged.filter((one) => one.found === one.oversteps);
      expect(judged.length).toBeGreaterThanOrEqual(60);
      expect(right.length / judged.length).toBeGreaterThanOrEqual(leastRight);
      expect(found.filter((one) => one.oversteps).length / found.length).toBeGreaterThanOrEqual(
        precision,
      );
    },
  );
});
