export { type Anchor, type AnchorOptions, createAnchor } from './remap/anchor.ts';
export {
  confirmAlignment,
  createRemapper,
  type Remapper,
  type RemapOptions,
} from './remap/remapper.ts';
export type { Attempt, Candidate, MappedPlace, Method, Remap, Strategy } from './remap/types.ts';
export type { StrategyName } from './remap/strategies.ts';
export type { Span, TextRange } from './text/text-range.ts';
export { InvalidRangeError } from './errors/issue-errors.ts';
