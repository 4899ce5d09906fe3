import '@kanmon/core/zod';
import {
  type Budget,
  InvalidArgumentError,
  type LlmCallOptions,
  type LlmClient,
  type Locale,
} from '@kanmon/core';
import {
  defineGate,
  defineRule,
  type Gate,
  type Gated,
  type Run,
  runGate,
  type RunGateOptions,
} from '@kanmon/core/gate';
import { checkBudget, checkOneOf, checkOptions, checkPorts } from '@kanmon/core/kit';
import * as z from 'zod';
import { type ExtractOptions, extractRequiredTerms } from '../extract/extract-required-terms.ts';
import { mergeRequiredTerms } from '../extract/settle-terms.ts';
import { kindOf } from '../extract/type-term.ts';
import { findNegationScopes, mapScopes, negationAt } from '../negation/negation-scopes.ts';
import { foldTerm, normalizeText } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { localeOfLanguage } from '../text/request-language.ts';
import {
  isExactKind,
  type RequiredTerm,
  type RequiredTerms,
  weightOf,
} from '../vocabulary/terms.ts';
import { extractorMessages } from './prompts.ts';

/** The answer of the model. */
export interface ExtractedTerms {
  readonly terms: readonly { readonly text: string; readonly polarity: 'required' | 'forbidden' }[];
}

/** Options of `createLlmTermExtractor`. */
export type LlmTermExtractorOptions = {
  readonly client: LlmClient;
  /** @default { maxAttempts: 2 } */
  readonly budget?: Budget;
  /** Of prompts and corrections. @default the request's language */
  readonly locale?: Locale;
  readonly extract?: ExtractOptions;
} & Pick<RunGateOptions<unknown>, 'price' | 'clock' | 'ids' | 'onEvent'>;

/** Terms of a request with a model's help. */
export interface LlmTermExtractor {
  extract(input: string, options?: LlmCallOptions): Promise<LlmExtraction>;
}

/** Extracted terms. `fallback`: those of the rules alone, with the reason. */
export interface LlmExtraction {
  readonly terms: RequiredTerms;
  readonly status: 'extracted' | 'fallback';
  readonly gated?: Gated<ExtractedTerms>;
  readonly reason?: string;
  readonly run: Run;
}

const mostTerms = 100;

/** A gate over the model's answer: each term must occur in the request. */
const extractionGate: Gate<ExtractedTerms, { readonly request: string }> = defineGate({
  name: 'required-terms',
  schema: z.object({
    terms: z
      .array(z.object({ text: z.string().min(1), polarity: z.enum(['required', 'forbidden']) }))
      .max(mostTerms),
  }),
  rules: [
    defineRule<string, { readonly request: string }>({
      id: 'term-in-input',
      codes: ['term-not-in-input'],
      select: ['/terms/*/text'],
      type: 'string',
      repair: 'parent',
      messages: {
        en: { 'term-not-in-input': '"{term}" at {place} does not occur in the request' },
        ja: { 'term-not-in-input': '{place} の「{term}」は依頼文に現れません' },
      },
      check: (text, { request }, report) => {
        const folded = foldTerm(text);
        if (folded === '' || !foldTerm(request).includes(folded))
          report('term-not-in-input', { params: { term: text } });
      },
    }),
  ],
});

/**
 * Creates an extractor that asks a model. The model cannot remove a literal or exclude what the request does not.
 *
 * @throws {InvalidArgumentError} For an unknown option or a value that is not allowed.
 */
export function createLlmTermExtractor(options: LlmTermExtractorOptions): LlmTermExtractor {
  checkOptions(
    options,
    'client budget locale extract price clock ids onEvent',
    'createLlmTermExtractor(options)',
  );
  const { client, budget = { maxAttempts: 2 }, extract = {}, locale, ...observers } = options;
  if (typeof client?.generate !== 'function')
    throw new InvalidArgumentError(
      'expected options.client to be an LlmClient with a generate function',
    );
  checkBudget(budget);
  checkOneOf('locale', locale, 'ja en');
  checkPorts(observers, { price: 'call', clock: 'now', ids: 'next', onEvent: 'call' });
  // Checks the options of the rules before the first request.
  extractRequiredTerms('', extract);
  return {
    extract: async (input, call = {}) => {
      const own = extractRequiredTerms(input, extract);
      const language = locale ?? localeOfLanguage(own.language);
      const outcome = await runGate(extractionGate, {
        ...observers,
        ...call,
        client,
        budget,
        context: { request: input },
        messages: extractorMessages(input, language),
        locale: language,
      });
      const { attempts, usage, events } = outcome;
      const run = { attempts, usage, events };
      if (outcome.status === 'passed') {
        const terms = mergeAnswer(input, own, outcome.value);
        return { terms, status: 'extracted', gated: outcome.value, run };
      }
      const { reason } = outcome;
      const warning = `the model gave no usable terms (${reason}); the rules' terms are used`;
      const terms = { ...own, warnings: [...own.warnings, warning] };
      return { terms, status: 'fallback', reason, run };
    },
  };
}

/** Adds the model's terms to those of the rules, in order of appearance. */
function mergeAnswer(input: string, own: RequiredTerms, answer: ExtractedTerms): RequiredTerms {
  // A model does not bring back terms that the rules read as left out or replaced.
  const excluded = new Set(
    own.items.filter((each) => each.polarity !== 'required').map((each) => foldTerm(each.text)),
  );
  const added = placeTerms(input, answer).filter(({ text }) => !excluded.has(foldTerm(text)));
  const merged = mergeRequiredTerms(own, { ...own, items: added, truncated: false, warnings: [] });
  const items = merged.items.toSorted(
    (a, b) => (a.span?.start ?? input.length) - (b.span?.start ?? input.length),
  );
  const terms = items.filter((each) => each.polarity === 'required').map((each) => each.text);
  return { ...merged, source: 'llm', items, terms };
}

/** Returns each term at its first place. It is excluded only when a negation of the request reaches it. */
function placeTerms(input: string, answer: ExtractedTerms): readonly RequiredTerm[] {
  const normal = normalizeText(input);
  const wide = normalizeWidth(input);
  const scopes = mapScopes(findNegationScopes(wide.text), wide.map);
  return answer.terms.map((given) => {
    const wanted = foldTerm(given.text);
    const at = normal.text.indexOf(wanted);
    const span = normal.toOriginal(at, at + wanted.length);
    const text = input.slice(span.start, span.end);
    const kind = kindOf(text);
    const excluded = given.polarity === 'forbidden' && negationAt(scopes, span) !== undefined;
    const polarity = excluded ? 'forbidden' : 'required';
    return { text, kind, polarity, weight: weightOf(kind), exact: isExactKind(kind), span };
  });
}
