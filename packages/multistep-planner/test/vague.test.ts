import { describe, expect, it } from 'vitest';
import { planByRules } from '../src/index.ts';

const asked = (message: string) => planByRules({ message }).plan.needsClarification;

describe('a message whose words are its scene, and not its matter', () => {
  it.each([
    'Good evening. My neighbour was round and she read it out to me twice, and I still can not make head or tail of it. What ought I to do?',
    'I was told on Friday that somebody would sort this out for me and here I am again.',
    '先日そちらで教わった通りにやってみたのですが、どうにもなりません。どうすればいいでしょう。',
  ])('is asked back: %s', (message) => {
    expect(asked(message)).toBe(true);
  });

  it.each([
    'Good evening. My neighbour was round and she read the tenancy agreement out to me. When does it end?',
    'I was told on Friday that somebody would repair this boiler and here I am again.',
    '先日そちらで教わった通りに給湯器の配管を交換してみたのですが、お湯が出ません。どうすればいいでしょう。',
  ])('is searched with the matter in it: %s', (message) => {
    expect(asked(message)).toBe(false);
  });
});
