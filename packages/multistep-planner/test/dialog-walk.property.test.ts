import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DialogConflictError,
  RequestIdReusedError,
  type DialogResponse,
  replayDialog,
} from '../src/index.ts';
import { createContextStore } from '../src/parts.ts';
import { dialogFixture } from '../src/testing.ts';

type Move =
  | { readonly kind: 'say'; readonly message: string; readonly requestId?: string }
  | { readonly kind: 'race'; readonly message: string }
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('race' as const), message }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
);

test('a random dialog never nags, repeats requests faithfully and replays to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 15 }), async (moves) => {
      const { agent, clock, ...fixture } = dialogFixture({
        hits: () => [{ id: 'h', text: 'h' }],
        context: { ttlMs: 1000 },
      });
      const contexts = createContextStore({ store: fixture.store, clock, ttlMs: 1000 });
      // The naive model of one dialog: the messages and questions since it began.
      const model = { said: 0, asked: [] as string[], wasAsking: false, refreshed: 0, turns: 0 };
      const recorded = new Map<
        string,
        { readonly message: string; readonly response: DialogResponse }
      >();
      const forget = (): void => {
        Object.assign(model, { said: 0, asked: [], wasAsking: false });
      };
      const follow = (response: DialogResponse): void => {
        const now = clock.now().getTime();
        if (now - model.refreshed >= 1000) forget();
        const questions = response.clarifyingQuestions ?? [];
        expect(response.needsClarification && model.wasAsking).toBe(false);
        expect(questions.filter((question) => model.asked.includes(question))).toEqual([]);
        expect(questions.length).toBeLessThanOrEqual(2);
        model.refreshed = now;
        model.said += response.answer === null && !response.needsClarification ? 1 : 2;
        model.asked = [...model.asked, ...questions];
        model.wasAsking = response.needsClarification;
        model.turns += 1;
      };
      for (const each of moves) {
        if (each.kind === 'wait') clock.advance(each.ms);
        else if (each.kind === 'end') {
          await agent.end({ tenant: 'default', sessionId: 's' });
          forget();
        } else if (each.kind === 'race') {
          const ends = await Promise.allSettled([
            agent.turn({ sessionId: 's', message: each.message }),
            agent.turn({ sessionId: 's', message: each.message }),
          ]);
          const [won, ...others] = ends.filter((end) => end.status === 'fulfilled');
          expect(others).toEqual([]);
          const lost = ends.find((end) => end.status === 'rejected');
          expect(DialogConflictError.isInstance(lost?.reason)).toBe(true);
          if (won !== undefined) follow(won.value);
        } else {
          const { requestId } = each;
          const used = requestId === undefined ? undefined : recorded.get(requestId);
          if (requestId !== undefined && used !== undefined && used.message !== each.message) {
            await expect(
              agent.turn({ sessionId: 's', message: each.message }, { requestId }),
            ).rejects.toBeInstanceOf(RequestIdReusedError);
            continue;
          }
          const response = await agent.turn(
            { sessionId: 's', message: each.message },
            requestId === undefined ? {} : { requestId },
          );
          if (used !== undefined) {
            expect(response).toEqual(used.response);
            continue;
          }
          if (requestId !== undefined) recorded.set(requestId, { message: each.message, response });
          follow(response);
        }
        const isLive = model.said > 0 && clock.now().getTime() - model.refreshed < 1000;
        const state = await contexts.load({ tenant: 'default', sessionId: 's' });
        expect(state?.messages.length ?? 0).toBe(isLive ? Math.min(20, model.said) : 0);
      }
      const events = await fixture.journal('s');
      expect(events.filter(({ type }) => type === 'turn-completed')).toHaveLength(model.turns);
      expect(await replayDialog(events)).toMatchObject({ ok: true });
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
