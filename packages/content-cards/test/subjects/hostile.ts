import { createScriptedClient } from '@kanmon/core/testing';
import { type HostileTarget, hostileTarget } from '@kanmon/test-support';
import { extractHtml } from '../../src/html.ts';
import {
  cardHash,
  createDefaultRules,
  draftCards,
  importSources,
  parsePolicySet,
  reviewCard,
} from '../../src/index.ts';
import {
  readApprovalDocument,
  readPolicySet,
  readReviewLog,
  toCardPath,
} from '../../src/legacy.ts';
import { validateCard } from '../../src/model/card.ts';
import { sampleCard } from '../helpers.ts';

// Every public function of this package that reads text. Refusals are work too.

const wide = {
  titleMax: 1_000_000,
  lineMax: 1_000_000,
  bodyLines: 1000,
  unit: 'grapheme',
} as const;
const ignore = (): undefined => undefined;

export const importText: HostileTarget = hostileTarget(
  ['markdown', 'japanese', 'kana', 'spaces', 'odd'],
  (text) => importSources([{ kind: 'text', text }]).catch(ignore),
);
export const importJson: HostileTarget = hostileTarget(['json', 'wide'], (text) =>
  importSources([{ kind: 'json', text: `[{"title":"${text}"},${text}]` } as never]).catch(ignore),
);
export const page: HostileTarget = hostileTarget(['html', 'spaces', 'japanese'], (text) =>
  tolerant(() => extractHtml(text, { mode: 'body' })),
);
export const article: HostileTarget = hostileTarget(['html', 'japanese'], (text) =>
  tolerant(() => extractHtml(text)),
);
export const validation: HostileTarget = hostileTarget(
  ['odd', 'kana', 'digits', 'spaces'],
  (text) =>
    validateCard(sampleCard('a', { title: text, body: [text], note: text }), { limits: wide }),
);
export const lines: HostileTarget = hostileTarget(['odd', 'kana', 'digits', 'spaces'], (text) =>
  validateCard(sampleCard(text, { body: text.split('a'), intent: text })),
);
const rules = createDefaultRules({
  prohibitedWords: ['絶対', 'best', { word: 'ああ', replacement: 'い' }],
  limits: wide,
});
export const review: HostileTarget = hostileTarget(
  ['japanese', 'digits', 'kana', 'odd', 'markdown'],
  (text) => {
    const body = [text, `合計: ${text}`];
    const card = { ...sampleCard('a'), title: '題', body, note: text, type_hint: null };
    // Lone surrogates are refused by the hash of the card.
    return reviewCard({ ...card, table_data: null }, { rules, source: text }).catch(ignore);
  },
);
const policies = parsePolicySet({
  default_policy_id: 'p',
  policies: [
    { id: 'p', name: '標準', safeguards: { prohibited_keywords: ['絶対', 'best', 'あああ'] } },
  ],
});
const spec = { meta: {}, slides: [{ id: 's', layout: 'x', title: '題' }] };
const draft = (answer: string, given: unknown = spec) => {
  if (!policies.ok) throw new Error('bad policy');
  const llm = createScriptedClient(() => answer);
  return draftCards(given, { policies: policies.value, llm, budget: { maxAttempts: 1 } });
};
export const draftText: HostileTarget = hostileTarget(
  ['japanese', 'kana', 'odd', 'digits'],
  (text) => draft(JSON.stringify({ title: text, body: text.split('。'), note: text })),
);
export const draftAnswer: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], (text) =>
  draft(text),
);
export const draftSpec: HostileTarget = hostileTarget(['japanese', 'markdown', 'odd'], (text) =>
  draft('{}', { meta: { title: text }, slides: [{ id: 's', layout: text, title: text }] }),
);
export const approval: HostileTarget = hostileTarget(['json', 'wide', 'spaces'], (text) =>
  readApprovalDocument(`{"slides":[${text}`),
);
export const reviewLog: HostileTarget = hostileTarget(['json', 'spaces'], (text) =>
  readReviewLog(text),
);
export const policySet: HostileTarget = hostileTarget(['json', 'spaces'], (text) =>
  readPolicySet(text),
);
export const paths: HostileTarget = hostileTarget(['paths'], (text) =>
  tolerant(() => toCardPath(text)),
);
export const hash: HostileTarget = hostileTarget(['odd', 'kana'], (text) =>
  tolerant(() => cardHash(sampleCard('a', { note: text }))),
);

function tolerant(run: () => unknown): void {
  try {
    run();
  } catch {
    // Refused.
  }
}
