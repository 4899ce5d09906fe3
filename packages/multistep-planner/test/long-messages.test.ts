import { describe, expect, test } from 'vitest';
import { planByRules, planSchema } from '../src/index.ts';

/** Twenty-five times what a message may have by default: quadratic code runs for minutes here. */
const length = 100_000;
const limits = { messageLength: length };

describe('a message far beyond the default limit is planned', () => {
  test.each(['あ円', 'ですか', 'か', '円「', 'x y "', 'for a ', '送料、か', '? x'])(
    'when it repeats %j',
    (unit) => {
      const message = unit.repeat(Math.ceil(length / unit.length));
      expect(planSchema.safeParse(planByRules({ message }, { limits }).plan).success).toBe(true);
    },
    60_000,
  );
});
