import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import {
  applyAutoFix,
  draftCards,
  importSources,
  itemsToCards,
  parsePolicySet,
  reviewCard,
} from '../src/index.ts';
import { validateCard } from '../src/model/card.ts';
import { createBench, editor, sampleCard } from './helpers.ts';

const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/u;
const english = { title: 'Sales of the year', body: ['Sales grew by 12 percent', 'TODO'] };
const cardOf = (more: object) => {
  const checked = validateCard({ ...sampleCard('a'), ...more });
  if (!checked.ok) throw new Error('not a card');
  return checked.value;
};

describe('messages to developers', () => {
  test('are English, unless the service has a locale', async () => {
    const messageWith = async (options: Parameters<typeof createBench>[0]) => {
      const { service } = createBench(options);
      const results = [
        await service.createCards({ spec_id: 'a', cards: [{}] }, editor),
        await service.getCard({ spec_id: 'a b', slide_id: 'c' }),
        await service.getDeck({ spec_id: 'none' }),
        await service.exportApproved({ spec_id: '..' }),
      ];
      return results.map((result) => (result.ok ? '' : result.error.message));
    };
    for (const message of await messageWith({})) expect(message).not.toMatch(japanese);
    for (const message of await messageWith({ locale: 'ja' })) expect(message).toMatch(japanese);
  });
});

describe('texts for end users', () => {
  test('of a review follow the card, unless a locale is given', async () => {
    const messageOf = async (card: object, options: Parameters<typeof reviewCard>[1] = {}) =>
      (await reviewCard(cardOf(card), options)).review.issues[0]?.message;
    expect(await messageOf(english)).not.toMatch(japanese);
    expect(await messageOf(english, { locale: 'ja' })).toMatch(japanese);
    const own = { title: '今期の売上', body: ['売上は12%増えました', 'TODO'] };
    expect(await messageOf(own)).toMatch(japanese);
    expect(await messageOf(own, { locale: 'en' })).not.toMatch(/[\u3040-\u30ff]/u);
  });

  test('of a fix follow the card', async () => {
    const card = cardOf({ ...english, body: ['Twice', 'Twice'] });
    const [fix] = (await reviewCard(card)).review.autofix_proposals;
    expect(fix?.description).not.toMatch(japanese);
    const applied = fix === undefined ? null : applyAutoFix(card, fix);
    expect(applied?.ok === true && applied.inverse.description).not.toMatch(japanese);
  });

  test('of an import follow each source', async () => {
    const titlesOf = async (options: Parameters<typeof importSources>[1] = {}) => {
      const { cards, warnings } = await importSources(
        [
          {
            kind: 'text',
            text: 'Nothing but one paragraph of plain English words is in this text.',
          },
          { kind: 'text', text: 'この文章には見出しがなく、段落がひとつだけあります。' },
          { kind: 'text', text: '# An empty section of this text\n' },
        ],
        options,
      );
      return [...cards.slice(0, 2).map(({ title }) => title), warnings[0]?.message ?? ''];
    };
    expect(await titlesOf()).toEqual([
      'Untitled',
      '無題',
      'The section "An empty section of this text" has no text.',
    ]);
    expect((await titlesOf({ locale: 'ja' })).slice(0, 2)).toEqual(['無題', '無題']);
    expect((await titlesOf({ locale: 'en' })).slice(0, 2)).toEqual(['Untitled', 'Untitled']);
    expect(itemsToCards([]).cards).toEqual([]);
  });

  test('to a model follow the spec', async () => {
    const policies = parsePolicySet({
      default_policy_id: 'p',
      policies: [{ id: 'p', name: 'p', safeguards: {} }],
    });
    if (!policies.ok) throw new Error('no policies');
    const promptOf = async (title: string, locale?: 'ja' | 'en') => {
      const { log } = await draftCards(
        { meta: { title }, slides: [{ id: 'a', layout: 'Body', title }] },
        {
          policies: policies.value,
          llm: createScriptedClient(() => '{"title":"x","body":["y"]}'),
          ...(locale === undefined ? {} : { locale }),
        },
      );
      return log[0]?.prompt ?? '';
    };
    expect(await promptOf('The goals of the next quarter')).toContain('Answer with one JSON');
    expect(await promptOf('次の四半期のねらい')).toContain('JSON オブジェクト');
    expect(await promptOf('次の四半期のねらい', 'en')).toContain('Answer with one JSON');
  });
});
