import { splitClean } from '../decide/split-intents.ts';
import type { ReadInput } from './read-input.ts';
import type { RouteContext } from './route.ts';

/** Cautious for Japanese, where a token is about one character. */
const charactersPerToken = 1.5;

/** What a router is told of an input: its size, how many things it asks for, how far the dialog has come. */
export function routeContextOf({ history, message, language }: ReadInput): RouteContext {
  const characters = history.reduce(
    (sum, { content }) => sum + content.length,
    message.text.length,
  );
  const parts = splitClean(message.text, language).length;
  return {
    contextTokens: Math.ceil(characters / charactersPerToken),
    complexity: parts > 2 ? 'high' : parts > 1 ? 'medium' : 'low',
    safetyTag: 'none',
    depth: history.filter(({ role }) => role === 'user').length + 1,
  };
}
