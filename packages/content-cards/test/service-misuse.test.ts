import { silentLogger } from '@kanmon/core';
import { describe, expect, test } from 'vitest';
import { createReviewer } from '../src/index.ts';
import type { ServiceResult } from '../src/service/service-error.ts';
import { createBench, editor, sampleCard, valueOf } from './helpers.ts';

describe('a fault of the program that calls is not one of the store', () => {
  /** The message of a refusal, or what a call rejected with. */
  const answerOf = async (call: () => Promise<ServiceResult<unknown>>): Promise<string> => {
    const result = await call();
    return result.ok ? 'ok' : `${result.error.code}: ${result.error.message}`;
  };
  const { service } = createBench();
  // As JavaScript may call it.
  const call =
    (name: Exclude<keyof typeof service, 'limits'>, ...args: unknown[]) =>
    (): Promise<ServiceResult<unknown>> =>
      Reflect.apply(service[name], undefined, args) as Promise<ServiceResult<unknown>>;
  const ref = { spec_id: 'job-1', slide_id: 'a' };
  const deck = { spec_id: 'job-1' };
  const cards = { spec_id: 'job-1', cards: [sampleCard('a')] };

  test.each<[string, () => Promise<ServiceResult<unknown>>]>([
    ['caller is missing', call('createCards', cards)],
    ['caller is missing', call('snapshot', deck)],
    ['caller is missing', call('approveCard', ref, {}, {})],
    ['caller.scopes is malformed', call('createCards', cards, { actor: 'a', scopes: 'cards' })],
    ['The body has the wrong type', call('createCards', null, editor)],
    ['ref is missing', call('getCard')],
    ['ref is missing', call('commentCard', undefined, { notes: 'x' }, editor)],
    ['ref is missing', call('reviewCard', undefined, {}, editor)],
    ['ref has the wrong type', call('patchCard', 'a', {}, {}, editor)],
    ['slide_id is missing', call('getCard', deck)],
    ['request is missing', call('snapshot', undefined, editor)],
    ['request is missing', call('rollback', undefined, editor)],
    ['query is missing', call('listCards')],
    ['query is missing', call('getDeck')],
    ['query is missing', call('exportApproved')],
    ['only has a value that cannot be used', call('exportApproved', { ...deck, only: 'All' })],
    ['spec_id is missing', call('exportDraft', { specId: 'job-1' })],
    ['specId is not a known field', call('logs', { specId: 'job-1' })],
    ['specId is not a known field', call('metrics', { specId: 'job-1' })],
    ['query has the wrong type', call('logs', null)],
    [
      'spec_id is malformed (A-Z a-z 0-9 . _ -)',
      call('createCards', { ...cards, spec_id: '展示-2026' }, editor),
    ],
    [
      'cards[0].slide_id is malformed (A-Z a-z 0-9 . _ -)',
      call('createCards', { ...cards, cards: [sampleCard('表紙')] }, editor),
    ],
    ['spec_id is malformed (A-Z a-z 0-9 . _ -)', call('getDeck', { spec_id: '/' })],
  ])('%s', async (message, refused) => {
    expect(await answerOf(refused)).toBe(`validation_error: ${message}`);
  });

  test('a change without a revision needs one, an approval a person', async () => {
    valueOf(await service.createCards(cards, editor));
    for (const human of [false, 'true']) {
      const approve = call('approveCard', ref, {}, { ifMatch: '*' }, { ...editor, human });
      expect(await answerOf(approve)).toMatch('forbidden');
    }
    const comment = call('commentCard', ref, { notes: 'x' }, { ...editor, human: false });
    expect(await answerOf(comment)).toBe('ok');
    const refused = call('patchCard', ref, { title: 'x' }, undefined, editor);
    expect(await answerOf(refused)).toMatch('precondition_required');
  });

  test('a revision that is null is missing, and one of another type is malformed', async () => {
    const approve = (ifMatch: unknown) =>
      answerOf(call('approveCard', ref, {}, { ifMatch }, editor));
    expect(await approve(null)).toBe('precondition_required: If-Match is required');
    expect(await approve(5)).toBe('validation_error: ifMatch is malformed');
  });

  test('a refusal names the state and the remedy, and every card that it is about', async () => {
    const { service: own } = createBench();
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    valueOf(await own.createCards({ ...deck, cards: ids.map((id) => sampleCard(id)) }, editor));
    const messageOf = (result: ServiceResult<unknown>) => (result.ok ? 'ok' : result.error.message);
    expect(messageOf(await own.exportApproved(deck))).toBe(
      'Some cards are not approved: a, b, c, d, e, …',
    );
    const again = { ...deck, cards: ['b', 'x', 'c'].map((id) => sampleCard(id)) };
    expect(messageOf(await own.createCards(again, editor))).toBe(
      'A card with this id exists already: b, c',
    );
    valueOf(await own.approveCard(ref, {}, { ifMatch: '*' }, editor));
    expect(await own.patchCard(ref, { title: 'x' }, { ifMatch: '*' }, editor)).toMatchObject({
      error: {
        code: 'conflict',
        message: 'The state of the card does not allow this: it is approved; unlock it first',
        details: [{ field: 'status', params: { actual: 'approved', allowed: 'draft, returned' } }],
      },
    });
  });

  test('a reviewer that throws rejects, and nothing is logged about the store', async () => {
    const lines: string[] = [];
    const logger = {
      ...silentLogger,
      error: (line: object | string) => lines.push(JSON.stringify(line)),
    };
    const reviewer = {
      ...createReviewer(),
      review: () => {
        throw new Error('my bug');
      },
    };
    const { service: own } = createBench({ reviewer, logger });
    await expect(own.createCards(cards, editor)).rejects.toThrow('my bug');
    expect(lines).toEqual([]);
  });
});
