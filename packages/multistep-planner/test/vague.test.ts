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

describe('a message that announces a request and names none', () => {
  it.each([
    'quick q how do i do that again??',
    'yeah hi what about the other one how long does that one take',
    'so its doing the exact same thing as last time',
    'Hello, Mr Brown here. I emailed about it and the lady said someone would call. Has that been sorted?',
    '全く別件で困っていることがあるのですが',
  ])('is asked back: %s', (message) => {
    expect(asked(message)).toBe(true);
  });

  it('is asked back after an answer', () => {
    const history = [
      { role: 'user', content: 'where do i collect tickets' },
      { role: 'assistant', content: 'At the desk.' },
    ] as const;
    const message = 'ok sorted thx. got a q about something else tho';
    expect(planByRules({ message, history }).plan.needsClarification).toBe(true);
  });
});
