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
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import * as z from 'zod';
import {
  type ExtractOptions,
  extractRequiredTerms,
  mergeRequiredTerms,
} from '../extract/extract-required-terms.ts';
import { kindOf } from '../extract/type-term.ts';
import { findNegationScopes, isNegated } from '../negation/negation-scopes.ts';
import { foldTerm, normalizeText } from '../text/fold-term.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import {
  compoundWeight,
  isExactKind,
  isLiteralKind,
  literalWeight,
  type RequiredTerm,
  type RequiredTerms,
  wordWeight,
} from '../vocabulary/terms.ts';
import { extractorMessages } from './prompts.ts';

/** What the model answers. */
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

/** `fallback`: the terms of the rules alone, with the reason. */
export interface LlmExtraction {
  readonly terms: RequiredTerms;
  readonly status: 'extracted' | 'fallback';
  readonly gated?: Gated<ExtractedTerms>;
  readonly reason?: string;
  readonly run: Run;
}

const defaultBudget: Budget = { maxAttempts: 2 };
const mostTerms = 100;
const optionNames: OptionNames<LlmTermExtractorOptions> = {
  client: true,
  budget: true,
  locale: true,
  extract: true,
  price: true,
  clock: true,
  ids: true,
  onEvent: true,
};

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

/** An extractor that asks a model and never lets it remove a literal or exclude what the request does not. */
export function createLlmTermExtractor(options: LlmTermExtractorOptions): LlmTermExtractor {
  checkOptions(options, optionNames, 'createLlmTermExtractor(options)');
  const { client, budget = defaultBudget, extract = {}, locale, ...run } = options;
  if (typeof client?.generate !== 'function')
    throw new InvalidArgumentError(
      'expected options.client to be an LlmClient with a generate function',
    );
  return {
    extract: async (input, call = {}) => {
      const own = extractRequiredTerms(input, extract);
      const isJapanese = own.language === 'ja' || own.language === 'mixed';
      const language = locale ?? (isJapanese ? 'ja' : 'en');
      const outcome = await runGate(extractionGate, {
        ...run,
        ...call,
        client,
        budget,
        context: { request: input },
        messages: extractorMessages(input, language),
        locale: language,
      });
      const { attempts, usage, events } = outcome;
      if (outcome.status === 'rejected') {
        const terms = {
          ...own,
          warnings: [
            ...own.warnings,
            `the model gave no usable terms (${outcome.reason}); the rules' terms are used`,
          ],
        };
        return {
          terms,
          status: 'fallback',
          reason: outcome.reason,
          run: { attempts, usage, events },
        };
      }
      return {
        terms: mergeAnswer(input, own, outcome.value),
        status: 'extracted',
        gated: outcome.value,
        run: { attempts, usage, events },
      };
    },
  };
}

function mergeAnswer(input: string, own: RequiredTerms, answer: ExtractedTerms): RequiredTerms {
  const items = answer.terms.map((term) => toTerm(input, term));
  const model: RequiredTerms = {
    terms: items.filter((each) => each.polarity === 'required').map((each) => each.text),
    source: 'llm',
    items,
    truncated: false,
    language: own.language,
    warnings: [],
  };
  // What the rules read as left out or replaced is not brought back by a model.
  const settled = new Set(
    own.items.filter((each) => each.polarity !== 'required').map((each) => foldTerm(each.text)),
  );
  const added = {
    ...model,
    items: model.items.filter((each) => !settled.has(foldTerm(each.text))),
  };
  const merged = mergeRequiredTerms(own, added);
  const ordered = merged.items.toSorted(
    (a, b) => (a.span?.start ?? input.length) - (b.span?.start ?? input.length),
  );
  return {
    ...merged,
    source: 'llm',
    items: ordered,
    terms: ordered.filter((each) => each.polarity === 'required').map((each) => each.text),
  };
}

/** The model's term at its first place; excluded only when a negation of the request reaches it. */
function toTerm(input: string, given: ExtractedTerms['terms'][number]): RequiredTerm {
  const normal = normalizeText(input);
  const wanted = foldTerm(given.text);
  const at = normal.text.indexOf(wanted);
  const span = normal.toOriginal(at, at + wanted.length);
  const text = input.slice(span.start, span.end);
  const kind = kindOf(text);
  const wide = normalizeWidth(input);
  const scopes = findNegationScopes(wide.text).map((scope) =>
    wide.map.toSource(scope.start, scope.end),
  );
  const excluded = given.polarity === 'forbidden' && isNegated(scopes, span.start, span.end);
  const weight = isLiteralKind(kind)
    ? literalWeight
    : kind === 'phrase'
      ? compoundWeight
      : wordWeight;
  return {
    text,
    kind,
    polarity: excluded ? 'forbidden' : 'required',
    weight,
    exact: isExactKind(kind),
    span,
  };
}
