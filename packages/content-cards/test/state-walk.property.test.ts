import { triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDefaultRules, createReviewer, foldDeck, verifyApproved } from '../src/index.ts';
import { codeOf, createBench, editor, eventsOf, sampleCard, valueOf } from './helpers.ts';

// A naive state table of a dozen lines, compared with the service.

const ref = { spec_id: 'deck', slide_id: 'a' };
const star = { ifMatch: '*' };
/** Texts by their grade: one that the rules send back, one that they only warn of, two that are fine. */
const texts = { C: '絶対に成功', B: '要確認', A1: '背景整理', A2: '提案サマリー' } as const;
type Text = keyof typeof texts;

type Step =
  | { readonly do: 'patch'; readonly text: Text }
  | { readonly do: 'approve' | 'return' | 'unlock' | 'comment' | 'review' }
  | { readonly do: 'return-without-unlock' };

interface Model {
  status: 'draft' | 'approved' | 'returned';
  text: Text;
  readonly sentBack: Set<Text>;
}

/** Returns the expected answer of the step; changes the model when the step is allowed. */
function expected(model: Model, step: Step): string {
  const { status } = model;
  switch (step.do) {
    case 'patch':
      if (status === 'approved') return 'conflict';
      model.text = step.text;
      model.status = step.text === 'C' && !model.sentBack.has('C') ? 'returned' : 'draft';
      if (step.text === 'C') model.sentBack.add('C');
      return 'ok';
    case 'approve':
      if (status === 'returned') return 'conflict';
      if (status === 'draft' && model.text === 'C') return 'grade_blocks_approval';
      model.status = 'approved';
      return 'ok';
    case 'return-without-unlock':
      if (status === 'approved') return 'conflict';
      model.status = 'returned';
      return 'ok';
    case 'return':
      model.status = 'returned';
      return 'ok';
    case 'unlock':
      if (status === 'draft') return 'conflict';
      model.status = 'draft';
      return 'ok';
    case 'comment':
    case 'review':
      return 'ok';
    default:
      return step satisfies never;
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('patch' as const),
      text: fc.constantFrom<Text>('C', 'B', 'A1', 'A2'),
    }),
    fc.record({
      do: fc.constantFrom(
        'approve' as const,
        'return' as const,
        'return-without-unlock' as const,
        'unlock' as const,
        'comment' as const,
        'review' as const,
      ),
    }),
  ),
  { maxLength: 16 },
);

function createWalk() {
  const reviewer = createReviewer({ rules: createDefaultRules({ prohibitedWords: ['絶対'] }) });
  const { service } = createBench({ reviewer });
  const take = async (step: Step): Promise<string> => {
    const reason = { reason: '確認' };
    switch (step.do) {
      case 'patch':
        return codeOf(await service.patchCard(ref, { body: [texts[step.text]] }, star, editor));
      case 'approve':
        return codeOf(await service.approveCard(ref, {}, star, editor));
      case 'return':
        return codeOf(await service.returnCard(ref, reason, star, editor));
      case 'return-without-unlock':
        return codeOf(
          await service.returnCard(ref, reason, star, { ...editor, scopes: ['cards:return'] }),
        );
      case 'unlock':
        return codeOf(await service.unlockCard(ref, reason, star, editor));
      case 'comment':
        return codeOf(await service.commentCard(ref, { notes: 'x' }, editor));
      case 'review':
        return codeOf(await service.reviewCard(ref, {}, editor));
      default:
        return step satisfies never;
    }
  };
  return { service, take };
}

test('random walks over the state table agree with a naive model, and with the fold', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const { service, take } = createWalk();
      const cards = [sampleCard('a', { body: [texts.A1] })];
      valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
      const model: Model = { status: 'draft', text: 'A1', sentBack: new Set() };
      const revisions = [1];
      for (const step of walk) {
        const before = valueOf(await service.getCard(ref));
        const answer = expected(model, step);
        expect([step, await take(step)]).toEqual([step, answer]);
        const view = valueOf(await service.getCard(ref));
        expect([view.status, view.body[0]]).toEqual([model.status, texts[model.text]]);
        // What is refused changes nothing, not even the revision.
        if (answer !== 'ok') expect(view).toEqual(before);
        expect(view.ai_review?.reviewed_hash).toBe(view.content_hash);
        expect(view.locked_at === null).toBe(model.status !== 'approved');
        revisions.push(Number(view.revision.replaceAll(/\D/g, '')));
      }
      expect(revisions).toEqual(revisions.toSorted((left, right) => left - right));
      const events = await eventsOf(service, 'deck');
      const folded = foldDeck(events);
      expect(folded).toEqual(foldDeck(events));
      const view = valueOf(await service.getCard(ref));
      expect(folded.cards.get('a')).toMatchObject({
        status: view.status,
        card: { body: view.body },
        content_hash: view.content_hash,
        history: view.history,
        review: view.ai_review,
      });
      const { items } = valueOf(await service.logs({ slide_id: 'a', limit: 500 }));
      expect(items).toEqual(view.history);
      const { document } = valueOf(await service.exportApproved({ ...ref, only: 'approved' }));
      expect((await verifyApproved(document, events)).ok).toBe(document.slides.length > 0);
    }),
    { numRuns: triesOf(150) },
  );
});
