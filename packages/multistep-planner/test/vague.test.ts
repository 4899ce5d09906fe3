import { describe, expect, it } from 'vitest';
import { planByRules } from '../src/index.ts';

const asked = (message: string) => planByRules({ message }).plan.needsClarification;

describe('a message whose words are its scene, and not its matter', () => {
  it.each([
    'The gentleman on the phone promised me faithfully that they would see to it before Easter, and nothing. I am at my wits end with it.',
    '向かいの奥さんはもうもらったって言うのに、うちにはまだ来ないんです。どうなっているんでしょう。',
  ])('is asked back: %s', (message) => {
    expect(asked(message)).toBe(true);
  });

  it.each([
    'The gentleman on the phone promised me faithfully that they would repair the boiler before Easter, and nothing. I am at my wits end with it.',
    '向かいの奥さんはもう給付金の通知をもらったって言うのに、うちにはまだ来ないんです。どうなっているんでしょう。',
  ])('is searched with the matter in it: %s', (message) => {
    expect(asked(message)).toBe(false);
  });
});
