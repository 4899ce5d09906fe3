import type { LlmUsage } from '../ports/llm-client.ts';
import type { TokenSource } from './budget.ts';

/**
 * Quarters of a token for one character, by its length in UTF-8: one byte (ASCII) 1/4, two bytes
 * (accents, Greek, Cyrillic, Arabic) 1/2, more (Japanese, Chinese, Korean, emoji) 1.
 *
 * Estimate divided by the true count, o200k_base / cl100k_base: English prose 1.39 / 1.39, TypeScript
 * 1.04 / 1.04, JSON 0.97 / 0.97, Japanese prose 1.19 / 0.86, Chinese 1.32 / 0.93, Korean 1.48 / 0.88,
 * German 1.23 / 0.96, Russian 1.97 / 1.03, rows of digits 0.49 / 0.49. A quarter for every character
 * would give Japanese 0.30 / 0.21.
 */
const ascii = 1;
const twoBytes = 2;
const longer = 4;

/** Estimates the tokens of a text without a tokenizer. Deterministic; linear. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) sum += ascii;
    else if (unit < 0x8_00) sum += twoBytes;
    // The second half of a surrogate pair belongs to the character that its first half counted.
    else if (unit < 0xdc_00 || unit > 0xdf_ff) sum += longer;
  }
  return Math.ceil(sum / 4);
}

/** Usage in which nothing is missing, and the counts that were estimated for it. */
export interface CompletedUsage {
  readonly usage: LlmUsage;
  /** Undefined when the provider reported both counts. */
  readonly estimate?: LlmUsage;
}

/**
 * Completes the usage of a call: input and output tokens that are missing, or that cannot be counts
 * (negative, fractional, not a safe integer), are estimated from the texts of the call.
 */
export function completeUsage(usage: LlmUsage | undefined, source: TokenSource): CompletedUsage {
  const { messages = [], text = '' } = source;
  const estimate: { -readonly [Field in keyof LlmUsage]: LlmUsage[Field] } = {};
  if (!isTokenCount(usage?.inputTokens)) {
    estimate.inputTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  }
  if (!isTokenCount(usage?.outputTokens)) estimate.outputTokens = estimateTokens(text);
  const complete = { ...usage, ...estimate };
  return Object.keys(estimate).length === 0 ? { usage: complete } : { usage: complete, estimate };
}

/** Returns true for a whole number of at least 0 that a double holds exactly. */
export function isTokenCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The counts of a usage. The last three are parts of the first two. */
export const usageFields = [
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const satisfies readonly (keyof LlmUsage)[];

/** Returns the counts that are whole numbers of at least 0; a provider may report anything. */
export function cleanUsage(usage: LlmUsage | undefined): LlmUsage {
  const clean: { -readonly [Field in keyof LlmUsage]: LlmUsage[Field] } = {};
  for (const field of usageFields) {
    const count = usage?.[field];
    if (isTokenCount(count)) clean[field] = count;
  }
  return clean;
}
