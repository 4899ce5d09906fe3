import { describe, expect, it } from 'vitest';
import { tellStory } from '../src/tell-story.ts';

describe('the story of a deck', () => {
  it.each(['ja', 'en'] as const)('comes as promised, twice the same, in %s', async (locale) => {
    const [first, second]: [string[], string[]] = [[], []];
    expect({ kept: await tellStory(locale, (line) => first.push(line)), first }).toMatchObject({
      kept: true,
    });
    await tellStory(locale, (line) => second.push(line));
    expect(second).toEqual(first);
  });
});
