import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { extractJson, type ExtractOptions, type JsonValue } from '../../src/json.ts';
import { isJsonEqual } from '../../src/json/json-equal.ts';
import { readCases } from '../support.ts';

const value: z.ZodType<JsonValue> = z.custom<JsonValue>(() => true);
const answerCase = z.strictObject({
  id: z.string(),
  lang: z.enum(['ja', 'en']),
  kind: z.string(),
  text: z.string(),
  keys: z.array(z.string()),
  root: z.enum(['object', 'array']).exactOptional(),
  expected: value.exactOptional(),
  alternatives: z.array(value),
  cut: z.boolean(),
  refuse: z.boolean(),
});
type AnswerCase = z.infer<typeof answerCase>;

function optionsOf({ keys, root }: AnswerCase): ExtractOptions {
  return { ...(keys.length > 0 ? { keys } : {}), ...(root === 'array' ? { root } : {}) };
}

type Verdict = 'right' | 'silently wrong' | 'other';

function judge(of: AnswerCase, options: ExtractOptions): Verdict {
  const result = extractJson(of.text, options);
  if (result.status === 'none') return of.refuse ? 'right' : 'other';
  const meant = of.refuse ? [] : [of.expected ?? null, ...of.alternatives];
  const isMeant = meant.some((one) => isJsonEqual(one, result.value));
  if (isMeant && result.complete !== of.cut) return 'right';
  return result.complete ? 'silently wrong' : 'other';
}

function count(cases: readonly AnswerCase[], ask: (of: AnswerCase) => ExtractOptions) {
  const verdicts = cases.map((of) => judge(of, ask(of)));
  return {
    right: verdicts.filter((verdict) => verdict === 'right').length,
    silentlyWrong: verdicts.filter((verdict) => verdict === 'silently wrong').length,
  };
}

/**
 * Least right answers with and without keys, most that are wrong without keys: silently, and with lossless repairs only,
 * and most that are silently wrong with keys (1 unless it is stated), also with lossless repairs only (0). In rounds 11 and 19 to 25 most of them are envelopes of tool calls, whose arguments only keys can ask for.
 */
describe.each<[string, number, number, number, number, number?, number?]>([
  ['json-r1', 100, 99, 2, 1],
  ['json-r2', 99, 99, 2, 1],
  ['json-r3', 98, 98, 2, 1],
  ['json-r4', 98, 98, 2, 1],
  ['json-r5', 97, 97, 2, 1],
  ['json-r6', 99, 99, 2, 1],
  ['json-r7', 99, 98, 2, 1],
  ['json-r8', 98, 97, 2, 1],
  ['json-r9', 98, 97, 2, 1],
  ['json-r10', 99, 99, 2, 1],
  ['json-r11', 100, 97, 3, 2],
  ['json-r12', 98, 98, 1, 0],
  ['json-r13', 98, 97, 3, 0],
  ['json-r14', 100, 97, 1, 1],
  ['json-r15', 97, 97, 0, 0],
  ['json-r16', 100, 95, 5, 5],
  ['json-r17', 97, 96, 3, 2, 2],
  ['json-r18', 98, 95, 3, 1, 2],
  ['json-r19', 100, 93, 6, 4, 0],
  ['json-r20', 99, 91, 6, 6, 0],
  ['json-r21', 99, 94, 3, 3, 0],
  ['json-r22', 99, 92, 6, 4, 0],
  ['json-r23', 100, 96, 4, 3, 0],
  ['json-r24', 99, 94, 5, 4, 0],
  ['json-r25', 98, 94, 5, 4, 1],
  // TeX whose escapes are valid JSON (\frac, \theta) is read as JSON.
  ['json-r26', 97, 93, 6, 4, 3, 1],
  ['json-r27', 99, 93, 5, 3, 1],
  ['json-r28', 100, 95, 5, 4, 0],
  ['json-r29', 99, 92, 4, 3, 0],
  ['json-r30', 100, 89, 7, 6, 0],
  ['json-r31', 99, 95, 4, 2, 0],
  ['json-r32', 100, 97, 3, 3, 0],
  ['json-r33', 100, 98, 1, 0, 0],
  ['json-r34', 96, 90, 7, 6],
  ['json-r35', 99, 94, 5, 5, 0],
  ['json-r36', 100, 93, 6, 5, 0],
  // Rows that were left out are named, not refused.
  ['json-r37', 98, 93, 5, 3, 2],
  ['json-r38', 98, 94, 6, 4, 2],
  ['json-r39', 98, 93, 5, 5, 1, 1],
  ['json-r40', 99, 91, 6, 6, 0],
  ['json-r41', 98, 93, 5, 3],
  ['json-r42', 100, 97, 3, 3, 0],
  ['json-r43', 99, 97, 3, 2],
])(
  'extractJson on the answers of round %s',
  (round, guided, unguided, mostWrong, mostGuessed, mostGuided = 1, mostLossless = 0) => {
    const cases = readCases(`rounds/${round}`, answerCase);

    it('reads them with keys', () => {
      const { right, silentlyWrong } = count(cases, optionsOf);
      expect(right).toBeGreaterThanOrEqual(guided);
      expect(silentlyWrong).toBeLessThanOrEqual(mostGuided);
    });

    it('reads them without keys', () => {
      const { right, silentlyWrong } = count(cases, () => ({}));
      expect(right).toBeGreaterThanOrEqual(unguided);
      expect(silentlyWrong).toBeLessThanOrEqual(mostWrong);
    });

    it('returns no guess where only lossless repairs are allowed', () => {
      const lossless = count(cases, (of) => ({ ...optionsOf(of), allow: 'lossless' }));
      expect(lossless.silentlyWrong).toBeLessThanOrEqual(mostLossless);
      expect(count(cases, () => ({ allow: 'lossless' })).silentlyWrong).toBeLessThanOrEqual(
        mostGuessed,
      );
    });
  },
);
