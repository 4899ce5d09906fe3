import { expect, test } from 'vitest';
import { planByRules } from '../src/index.ts';
import { rewriteFollowup } from '../src/parts.ts';

function queriesOf(message: string): readonly string[] {
  const { steps } = planByRules({ message }).plan;
  return steps.flatMap((step) => ('query' in step ? [step.query] : []));
}

test.each(['hi its not wroking, can sombody help', 'same problm agian, waht now'])(
  'asks back about %j, whose words are general ones with typos',
  (message) => {
    expect(planByRules({ message }).plan.needsClarification).toBe(true);
  },
);

test.each([
  ['how do i chnage my tariff', 'change tariff'],
  ['Is there a quiet carriage?', 'quiet carriage'],
  ['Do you sell wired headphones?', 'sell wired headphones'],
  ['Where can my son sing in a choir?', 'son sing choir'],
])('searches %j for %j', (message, query) => {
  expect(queriesOf(message)).toEqual([query]);
});

test('keeps the words of another language', () => {
  expect(queriesOf('Combien coute la livraison pour une chnage?')).toEqual([
    'Combien coute la livraison pour une chnage?',
  ]);
});

test('rewrites a follow-up with the words as they were written', () => {
  const history = [{ role: 'user', content: 'How do I clean a cast iron pan?' }] as const;
  expect(rewriteFollowup({ message: 'can i recieve it', history }).query).toContain('recieve');
});
