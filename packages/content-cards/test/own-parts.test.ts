import { createMemoryEventStore, InvalidArgumentError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import { approvalSection, importSection, mergeApproved, reviewLogSection } from '../src/audit.ts';
import { extractHtml } from '../src/html.ts';
import { createContentApp, createStaticTokenVerifier } from '../src/http.ts';
import {
  applyAutoFix,
  cardHash,
  createContentService,
  createDefaultRules,
  createReviewer,
  draftCards,
  foldDeck,
  importSources,
  itemsToCards,
  parsePolicySet,
  reviewCard,
  type Reviewer,
  verifyApproved,
  verifyApprovedText,
} from '../src/index.ts';
import { createJwtVerifier } from '../src/jwt.ts';
import { fromSlide, toCardPath, toSlide, toSlidePath } from '../src/legacy.ts';
import { reflowPages } from '../src/pdf.ts';
import type { Rule } from '../src/review/rule.ts';
import { createCardSchema, createRequestSchemas } from '../src/schemas.ts';
import { cardContent } from '../src/model/card-hash.ts';
import { sampleCard } from './helpers.ts';

const ann = { actor: 'ann' };
const ref = { spec_id: 'd', slide_id: 'a' };
const cards = { spec_id: 'd', cards: [sampleCard('a')] };
const store = createMemoryEventStore();

/** A service whose one rule finds an issue of this severity. */
function serviceFinding(issue: object, options: object = {}) {
  const check = () => ({ issues: [{ code: 'x', path: null, message: 'm', ...issue }], fixes: [] });
  const reviewer = createReviewer({ rules: [{ name: 'mine', check } as unknown as Rule] });
  return createContentService({ store: createMemoryEventStore(), reviewer, ...options });
}

describe('an own rule', () => {
  test.each(['error', 'CRITICAL', undefined, null])(
    'that finds the severity %s blocks the approval',
    async (severity) => {
      const service = serviceFinding({ severity });
      await service.createCards(cards, ann);
      const card = await service.getCard(ref);
      expect(card).toMatchObject({ value: { ai_review: { issues: [{ code: 'rule_failed' }] } } });
      expect(await service.approveCard(ref, {}, { ifMatch: '*' }, ann)).toMatchObject({
        error: { code: 'grade_blocks_approval' },
      });
    },
  );

  test('may leave a member undefined', async () => {
    const service = serviceFinding({ severity: 'info', params: undefined });
    await service.createCards(cards, ann);
    expect(await service.getCard(ref)).toMatchObject({ value: { ai_review: { grade: 'A' } } });
  });

  test('whose fix cannot be stored does not hide the card', async () => {
    const fix = {
      patch_id: 'p',
      description: 'x',
      base: 'slide',
      patch: [{ op: 'replace', path: '/title', value: 'y' }],
    };
    const rules = [
      { name: 'mine', check: () => ({ issues: [], fixes: [fix] }) } as unknown as Rule,
    ];
    const reviewer = createReviewer({ rules });
    const service = createContentService({ store: createMemoryEventStore(), reviewer });
    await service.createCards(cards, ann);
    expect(await service.getCard(ref)).toMatchObject({ ok: true });
  });

  test('cannot change the card or the deck', async () => {
    const seen: unknown[] = [];
    const sorting: Rule = {
      name: 'order',
      check(card, { deck }) {
        seen.push(
          Object.isFrozen(card),
          deck.every((each) => Object.isFrozen(each.body)),
        );
        (card.body as string[]).sort((left, right) => left.localeCompare(right));
        return { issues: [], fixes: [] };
      },
    };
    const reviewer = createReviewer({ rules: [sorting] });
    const service = createContentService({ store: createMemoryEventStore(), reviewer });
    const body = ['2. then', '1. first'];
    await service.createCards({ spec_id: 'd', cards: [{ ...sampleCard('a'), body }] }, ann);
    expect(await service.getCard(ref)).toMatchObject({ value: { body } });
    const mine = cardContent({ ...sampleCard('a'), body });
    await reviewCard(mine, { rules: [sorting], deck: [mine] });
    expect(mine.body).toEqual(body);
    expect(seen).toEqual([true, true, true, true]);
  });
});

describe('an own reviewer', () => {
  const rules = createReviewer();
  const withGrade = (grade: unknown): Reviewer => ({
    ...rules,
    review(card, input) {
      const outcome = rules.review(card, input);
      return { ...outcome, review: { ...outcome.review, grade: grade as 'A' } };
    },
  });

  test('that gives an unknown grade rejects, and nothing is written', async () => {
    const service = createContentService({
      store: createMemoryEventStore(),
      reviewer: withGrade('a'),
    });
    await expect(service.createCards(cards, ann)).rejects.toThrow('review.grade');
    expect(await service.getCard(ref)).toMatchObject({ error: { code: 'not_found' } });
  });

  test('that gives a known grade is asked as it is', async () => {
    const service = createContentService({
      store: createMemoryEventStore(),
      reviewer: withGrade('B'),
    });
    await service.createCards(cards, ann);
    expect(await service.getCard(ref)).toMatchObject({ value: { ai_review: { grade: 'B' } } });
  });
});

describe('a caller over HTTP', () => {
  const approve = async (human: unknown): Promise<number> => {
    const service = createContentService({ store: createMemoryEventStore() });
    await service.createCards(cards, ann);
    const caller = { id: 'bot', scopes: ['cards:approve'], human: human as boolean };
    const app = createContentApp({ service, identify: () => caller });
    const url = '/v1/content/cards/a/approve?spec_id=d';
    return (await app.request(url, { method: 'POST', headers: { 'if-match': '*' } })).status;
  };

  test.each(['false', 'true', 0, 1, null, false])('with human %j cannot approve', async (human) => {
    expect(await approve(human)).toBe(403);
  });

  test.each([true, undefined])('with human %j can approve', async (human) => {
    expect(await approve(human)).toBe(200);
  });
});

describe('an own adapter', () => {
  const item = {
    id: null,
    title: 'T',
    body: ['secret text'],
    attachments: [],
    source_meta: { source: 's', hash: 'h', line: 1, title_origin: 'heading', lines: [] },
  };
  const { source_meta: _, ...bare } = item;
  const read = async (result: unknown) =>
    importSources([{ kind: 'text', text: 'abc' }], {
      adapters: [{ kind: 'mine', accepts: () => 1, read: () => result as never }],
    });

  test.each<[string, unknown]>([
    ['items.0.body', { items: [{ ...item, body: 'secret text' }], warnings: [] }],
    ['items.0.source_meta', { items: [bare], warnings: [] }],
    ['items.0', { items: [null], warnings: [] }],
    ['warnings.0', { items: [item], warnings: [null] }],
    ['the value', undefined],
    ['warnings', { items: [item] }],
  ])('whose %s is wrong is named', async (place, result) => {
    const error = await read(result).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ContentImportError', code: 'import_failed' });
    expect(String(error)).toContain(`the adapter 'mine' returned an invalid result: ${place}:`);
    expect(String(error)).not.toContain('secret');
  });

  test('with a sound result is read', async () => {
    expect((await read({ items: [item], warnings: [] })).cards).toHaveLength(1);
  });

  test('whose loader returns nothing is named', async () => {
    const loader = { kind: 'text', load: async () => undefined as never } as const;
    const imported = importSources([{ kind: 'text', text: 'x' }], { loaders: [loader] });
    await expect(imported).rejects.toThrow("the loader of 'text' returned an invalid result");
  });
});

describe('drafts', () => {
  const policies = parsePolicySet({
    default_policy_id: 'a',
    policies: [{ id: 'a', name: 'A', safeguards: {} }],
  });
  if (!policies.ok) throw new Error('bad sample');
  const slides = [{ id: 'aim', layout: 'Body', title: 'Aim', textboxes: [] }];
  const draft = async (options: object) =>
    draftCards(
      { meta: { title: 'P' }, slides },
      {
        policies: policies.value,
        llm: createScriptedClient(() => '{"title":"Aim","body":["x"]}'),
        ...options,
      },
    );

  test.each(['Digest', 'none', null])('refuse the log %j', async (log) => {
    await expect(draft({ log })).rejects.toThrow(InvalidArgumentError);
  });

  test.each([null, 'x', {}])('refuse the listener %j', async (onEvent) => {
    await expect(draft({ onEvent })).rejects.toThrow('expected options.onEvent to be a function');
  });

  test('survive a listener that throws', async () => {
    const onEvent = () => {
      throw new Error('progress bar');
    };
    expect((await draft({ onEvent })).cards).toHaveLength(1);
    const late = async () => onEvent();
    expect((await draft({ onEvent: late })).cards).toHaveLength(1);
  });
});

const owner = { subject: 'ann', scopes: ['cards:read'] };
const wrong: readonly unknown[] = [undefined, null, 5, {}];
const card = cardContent(sampleCard('a'));
const fix = { patch_id: 'p', description: 'x', base: 'card', patch: [] } as const;

/** Functions with an argument of the wrong kind. */
const misuses: Readonly<Record<string, (value: never) => unknown>> = {
  'createReviewer({ rules })': (value) => createReviewer({ rules: [value] }),
  'createReviewer({ severityGrades })': (value) =>
    createReviewer({ severityGrades: { critical: value ?? 'c' } }),
  'createDefaultRules({ prohibitedWords })': (value) =>
    createDefaultRules({ prohibitedWords: [value] }),
  'createContentService({ reviewer })': (value) =>
    createContentService({ store, reviewer: value ?? ({} as never) }),
  'createContentService({ policy: { blockGrades } })': (value) =>
    createContentService({ store, policy: { blockGrades: [value] } }),
  'createContentService({ policy: { allowOverride } })': (value) =>
    createContentService({ store, policy: { allowOverride: value ?? ('no' as never) } }),
  'createStaticTokenVerifier(tokens)': (value) => createStaticTokenVerifier({ k: value }),
  'createStaticTokenVerifier of an empty token': () => createStaticTokenVerifier({ '': owner }),
  'createStaticTokenVerifier of an unset variable': () =>
    createStaticTokenVerifier({ [String(undefined)]: owner }),
  'createStaticTokenVerifier of human': (value) =>
    createStaticTokenVerifier({ k: { ...owner, human: value ?? ('false' as never) } }),
  'createJwtVerifier({ keys })': (keys) => createJwtVerifier({ keys, issuer: 'i', audience: 'a' }),
  itemsToCards: (value) => itemsToCards(value),
  'itemsToCards([value])': (value) => itemsToCards([value]),
  reviewCard: (value) => reviewCard(value),
  applyAutoFix: (value) => applyAutoFix(value, fix),
  'applyAutoFix({ rules })': (value) => applyAutoFix(card, fix, { rules: [value] }),
  cardHash: (value) => cardHash(value),
  foldDeck: (value) => foldDeck(value),
  verifyApproved: (value) => verifyApproved({}, value),
  verifyApprovedText: (value) => verifyApprovedText(value, []),
  createCardSchema: (value) => createCardSchema(value ?? null),
  createRequestSchemas: (value) => createRequestSchemas(value ?? null),
  'createCardSchema({ unit })': (value) => createCardSchema({ unit: value ?? 'words' } as never),
  importSection: (value) => importSection(value),
  approvalSection: (value) => approvalSection(value),
  reviewLogSection: (value) => reviewLogSection(value),
  mergeApproved: (value) => mergeApproved({}, value),
  toSlide: (value) => toSlide(value),
  fromSlide: (value) => fromSlide(value),
  toCardPath: (value) => toCardPath(value),
  toSlidePath: (value) => toSlidePath(value),
  extractHtml: (value) => extractHtml(value),
  reflowPages: (value) => reflowPages(value),
};

test.each(Object.keys(misuses))('%s refuses an argument of the wrong kind', async (name) => {
  const skipsEmpty = /^create(?:Card|Request)Schema(?:s)?$/.test(name);
  for (const value of wrong) {
    if (skipsEmpty && JSON.stringify(value) === '{}') continue;
    const call = async () => misuses[name]?.(value as never);
    await expect(call(), JSON.stringify(value)).rejects.toThrow(InvalidArgumentError);
  }
});
