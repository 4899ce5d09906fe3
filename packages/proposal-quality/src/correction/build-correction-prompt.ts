import { InvalidArgumentError, type Locale } from '@kanmon/core';
import { checkOptions, escapeInvisible, type OptionNames } from '@kanmon/core/kit';
import { checkLocale, localeOf } from '../text/locale-of.ts';

/** In which language, and with how many ids. */
export interface CorrectionPromptOptions {
  /** @default the language of the errors, without what they quote */
  readonly locale?: Locale;
  /** @default 50 */
  readonly maxIds?: number;
}

const correctionOptions: OptionNames<CorrectionPromptOptions> = { locale: true, maxIds: true };
const defaultMaxIds = 50;

const texts = {
  ja: {
    opening: '【検証エラー】以下の項目を満たすように、同じ形式の JSON だけを再出力してください。',
    ids: '使用できるノードの ID は次のとおりです。利用可能な ID: ',
    rest: (count: number): string => ` ほか ${count} 件`,
  },
  en: {
    opening:
      '[Validation errors] Output only the JSON again, in the same shape, so that it meets the following.',
    ids: 'Use only the node ids of the input. Available IDs: ',
    rest: (count: number): string => ` and ${count} more`,
  },
};

/**
 * The prompt that asks a model to correct a report (seed section 4.2), for callers who own their
 * loop. Empty without errors. Line breaks and control characters in errors and ids become spaces.
 */
export function buildCorrectionPrompt(
  errors: readonly string[],
  validNodeIds: readonly string[] = [],
  options: CorrectionPromptOptions = {},
): string {
  checkOptions(options, correctionOptions, 'buildCorrectionPrompt(errors, ids, options)');
  checkLocale(options.locale);
  const { locale = localeOf(errors.map(unquoted)), maxIds = defaultMaxIds } = options;
  if (!Number.isInteger(maxIds) || maxIds < 0) {
    throw new InvalidArgumentError(`expected maxIds to be a whole number from 0, got ${maxIds}`);
  }
  if (errors.length === 0) return '';
  const { opening } = texts[locale];
  const lines = [opening, ...errors.map((error) => `- ${oneLine(error)}`)];
  if (validNodeIds.length > 0) lines.push(idLine(errors, validNodeIds, locale, maxIds));
  return lines.join('\n');
}

/** The ids a model may use, those that errors name first, and how many are not shown. */
export function idLine(
  errors: readonly string[],
  validNodeIds: readonly string[],
  locale: Locale,
  maxIds: number = defaultMaxIds,
): string {
  const { ids, rest } = texts[locale];
  const shown = pickIds(errors, validNodeIds, maxIds).map(oneLine).join(', ');
  const hidden = validNodeIds.length - Math.min(validNodeIds.length, maxIds);
  return `${ids}${shown}${hidden > 0 ? rest(hidden) : ''}`;
}

function pickIds(
  errors: readonly string[],
  validNodeIds: readonly string[],
  maxIds: number,
): readonly string[] {
  if (validNodeIds.length <= maxIds) return validNodeIds;
  const words = new Set(
    errors.flatMap((error) => [
      ...(error.match(wordLike) ?? []),
      ...Array.from(error.matchAll(quoted), ([, single, kagi]) => single ?? kagi ?? ''),
    ]),
  );
  const named = validNodeIds.filter((id) => words.has(id));
  const others = validNodeIds.filter((id) => !words.has(id));
  return [...named, ...others].slice(0, maxIds);
}

/** What could be an id in a message: a word with the punctuation that ids have. Linear, unlike a search for each id. */
const wordLike = /[\p{L}\p{N}_.:@/#-]+/gu;
/** Ids with spaces or marks in them stand in the quotes of our messages. */
const quoted = /'([^']{0,200})'|「([^」]{0,200})」/gu;

/** What our messages quote of a report, in the marks they quote with; bounded, so linear. */
const quotation = /"[^"]{0,200}"|'[^']{0,200}'|「[^」]{0,200}」|\([^)]{0,200}\)/gu;

/** An error without quotations: what it quotes may be in another language. */
function unquoted(error: string): string {
  return error.replaceAll(quotation, ' ');
}

/** A text of the report or the input on one line, with everything in it visible. */
function oneLine(text: string): string {
  return escapeInvisible(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}
