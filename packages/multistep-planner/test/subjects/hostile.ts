import { type HostileTarget, hostileTarget } from '@kanmon/test-support';
import {
  createExtractiveAnswer,
  parsePlan,
  planByRules,
  planSingleSearch,
  renderPlannerPrompt,
} from '../../src/index.ts';
import {
  buildQuery,
  rewriteFollowup,
  scoreClarificationNeed,
  scoreFollowup,
  splitIntents,
} from '../../src/parts.ts';

// Every public function of this package that reads text. Messages are cut at 4,000 characters.

const history = [
  { role: 'user', content: '送料はいくらですか？' },
  { role: 'assistant', content: '800円です。' },
] as const;

export const rules: HostileTarget = hostileTarget(
  ['japanese', 'english', 'kana', 'digits'],
  (message) => planByRules({ message, history }),
);
export const englishRules: HostileTarget = hostileTarget(['english', 'spaces'], (message) =>
  planByRules({ message, language: 'en' }),
);
export const japaneseRules: HostileTarget = hostileTarget(['japanese', 'kana', 'odd'], (message) =>
  planByRules({ message, language: 'ja' }),
);
export const pastMessages: HostileTarget = hostileTarget(
  ['japanese', 'english', 'wide'],
  (content) =>
    planByRules({
      message: 'それは？',
      history: [
        { role: 'user', content },
        { role: 'assistant', content },
      ],
    }),
);
/** The message that waits for a value, which has no limit of its own. */
export const pendingMessages: HostileTarget = hostileTarget(
  ['japanese', 'english', 'kana'],
  (message) =>
    planByRules({
      message: 'Tokyo',
      pending: { message, questions: ['Where?'], about: ['region'], searches: ['s'] },
    }),
);
export const singleSearch: HostileTarget = hostileTarget(
  ['japanese', 'english', 'kana'],
  (message) => planSingleSearch({ message }),
);
export const scores: HostileTarget = hostileTarget(['japanese', 'english'], (message) => {
  scoreClarificationNeed({ message, history });
  scoreFollowup({ message, history });
  rewriteFollowup({ message, history });
});
export const queries: HostileTarget = hostileTarget(['japanese', 'english', 'kana'], (text) => {
  buildQuery(text);
  return splitIntents(text);
});
export const prompt: HostileTarget = hostileTarget(['markdown', 'japanese', 'english'], (message) =>
  renderPlannerPrompt({ message, history: [{ role: 'user', content: message }] }),
);
export const plans: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], (text) =>
  parsePlan(text, { input: { message: '送料は？' } }),
);
export const planTexts: HostileTarget = hostileTarget(
  ['japanese', 'english', 'odd', 'paths'],
  (text) => {
    const steps = text.split('a').map((query, at) => ({ id: `s${at}`, type: 'search', query }));
    const raw = { summary: text, reason: text, needsClarification: false, steps, [text]: text };
    return parsePlan(raw, { input: { message: '送料は？' } });
  },
);
export const answers: HostileTarget = hostileTarget(['japanese', 'english', 'markdown'], (text) => {
  const hits = [{ id: 'h', title: text, text, score: 1 }];
  const request = { question: text, queries: [text], hits, language: 'ja', history: [] };
  return createExtractiveAnswer().answer(request as never, { deadline: Infinity } as never);
});
