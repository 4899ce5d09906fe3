import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DialogResponse, replayDialog } from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';

type Move =
  | { readonly kind: 'say'; readonly message: string; readonly requestId?: string }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'end' };

const message = fc.constantFrom(
  '送料について',
  '返品',
  'サイズは？',
  '沖縄は？',
  'わからない',
  '赤いフライパン',
  '領収書はもらえますか',
  'ありがとう',
  'Where is my order?',
  'it',
  '???',
);
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), message }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      message,
      requestId: fc.constantFrom('a', 'b'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(10, 1000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
);

test('a random dialog never nags, repeats requests faithfully and replays to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 15 }), async (moves) => {
      const { agent, clock, ...fixture } = dialogFixture({
        hits: () => [{ id: 'h', text: 'h' }],
        context: { ttlMs: 1000 },
      });
      const recorded = new Map<string, DialogResponse>();
      // The naive model of one dialog: what was asked since it began.
      let asked: string[] = [];
      let wasAsking = false;
      let refreshed = 0;
      for (const each of moves) {
        if (each.kind === 'wait') clock.advance(each.ms);
        else if (each.kind === 'end') {
          await agent.end({ tenant: 'default', sessionId: 's' });
          [asked, wasAsking] = [[], false];
        } else {
          const { requestId } = each;
          const response = await agent.turn(
            { sessionId: 's', message: each.message },
            requestId === undefined ? {} : { requestId },
          );
          const before = requestId === undefined ? undefined : recorded.get(requestId);
          if (before !== undefined) {
            expect(response).toEqual(before);
            continue;
          }
          if (requestId !== undefined) recorded.set(requestId, response);
          const now = clock.now().getTime();
          if (now - refreshed >= 1000) [asked, wasAsking] = [[], false];
          refreshed = now;
          const questions = response.clarifyingQuestions ?? [];
          expect(response.needsClarification && wasAsking).toBe(false);
          expect(questions.filter((question) => asked.includes(question))).toEqual([]);
          expect(questions.length).toBeLessThanOrEqual(2);
          asked = [...asked, ...questions];
          wasAsking = response.needsClarification;
        }
      }
      expect(await replayDialog(await fixture.journal('s'))).toMatchObject({ ok: true });
    }),
    { numRuns: 60 },
  );
});

test('merge order does not depend on which search answers first', async () => {
  const run = async (delays: readonly number[]): Promise<DialogResponse> => {
    const { agent } = dialogFixture({
      hits: async ({ query }) => {
        for (let tick = 0; tick < (delays[query.length % delays.length] ?? 0); tick += 1)
          await Promise.resolve();
        return [
          { id: query, text: query },
          { id: 'both', text: 'both' },
        ];
      },
    });
    return agent.turn({
      sessionId: 's',
      message: '送料はいくらですか？あと、返品期限も教えてください',
    });
  };
  const plain = await run([0]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { minLength: 1, maxLength: 5 }), async (delays) => {
      expect(await run(delays)).toEqual(plain);
    }),
    { numRuns: 20 },
  );
});
