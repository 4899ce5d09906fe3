import { describe, expect, it } from 'vitest';
import { rewriteFollowup, splitIntents } from '../src/parts.ts';

describe('rewriteFollowup', () => {
  it.each(['What’s the history of tea?', "What's the history of tea?", '送料はいくらですか'])(
    'leaves a first question as it is written: %s',
    (message) => {
      expect(rewriteFollowup({ message })).toMatchObject({ query: message, changed: false });
    },
  );
});

describe('splitIntents', () => {
  it.each([
    'Book a table for me and my kids in Turkey',
    'I want to book a cafe in Alabama for me and my grandfather',
  ])('does not split the people of one request: %s', (message) => {
    expect(splitIntents(message, 'en')).toHaveLength(1);
  });

  it('splits two matters of one request', () => {
    const message = 'What documents do I need for a passport and for a driving licence?';
    expect(splitIntents(message, 'en')).toHaveLength(2);
  });
});
