import { type HostileTarget, hostileTarget } from '@kanmon/test-support';
import { applyFixDiff, createFixDiff, redactExcerpts, takeExcerpt } from '../../src/manuscript.ts';
import {
  confirmAlignment,
  createAnchor,
  createRemapper,
  renderToolPrompt,
} from '../../src/index.ts';

// Every public function of this package that reads text.

const prose = ['japanese', 'english', 'kana', 'odd', 'markdown', 'spaces'] as const;
/** The text with a change in the middle and its halves in the other order. */
const edited = (text: string): string => {
  const half = Math.floor(text.length / 2);
  return `${text.slice(half)}変更${text.slice(0, half)}`;
};
const middle = (text: string): { start: number; end: number } => {
  const start = Math.floor(text.length / 3);
  return { start, end: Math.min(text.length, start + 30) };
};

export const anchors: HostileTarget = hostileTarget(prose, (text) =>
  createAnchor(text, middle(text)),
);
export const remapping: HostileTarget = hostileTarget(prose, (text) => {
  const anchor = createAnchor(text, middle(text));
  return createRemapper(text, edited(text)).remap(anchor);
});
export const remappingUnknown: HostileTarget = hostileTarget(prose, (text) => {
  const anchor = createAnchor(text, middle(text));
  return createRemapper(null, edited(text)).remap(anchor);
});
export const remappingLong: HostileTarget = hostileTarget(prose, (text) => {
  const anchor = createAnchor(text, { start: 0, end: text.length });
  return createRemapper(text, edited(text)).remap(anchor);
});
export const alignment: HostileTarget = hostileTarget(prose, (text) =>
  confirmAlignment(createAnchor(text, middle(text)), edited(text), middle(text), 'editor'),
);
export const fixDiffs: HostileTarget = hostileTarget(prose, (text) =>
  applyFixDiff(text, createFixDiff(text, edited(text)).text),
);
export const brokenDiffs: HostileTarget = hostileTarget(
  ['markdown', 'spaces', 'paths', 'digits'],
  (text) => applyFixDiff('abc\ndef\n', `--- a\n+++ b\n@@ -1,2 +1,2 @@\n${text}`),
);
export const excerpts: HostileTarget = hostileTarget(prose, (text) => {
  redactExcerpts(text, edited(text));
  return redactExcerpts(edited(text), [text, text.slice(10)]);
});
export const excerpt: HostileTarget = hostileTarget(prose, (text) =>
  takeExcerpt(text, middle(text)),
);
export const toolPrompt: HostileTarget = hostileTarget(['odd', 'markdown'], (text) =>
  renderToolPrompt([{ tool_id: text.slice(0, 20), description: text, available: true } as never]),
);
