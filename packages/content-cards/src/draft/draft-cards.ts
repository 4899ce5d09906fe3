import {
  type Budget,
  type Clock,
  contentHash,
  InvalidArgumentError,
  type LlmClient,
  type Locale,
  type Price,
  sha256Hex,
  systemClock,
} from '@kanmon/core';
import {
  checkOneOf,
  checkOptions,
  checkPorts,
  describeValue,
  isRecord,
  parseJson,
  withoutUndefined,
} from '@kanmon/core/kit';
import { createDraftGate } from './draft-gate.ts';
import { type DraftJournal, withJournal } from './draft-journal.ts';
import type { AiLogEntry, GenerationMeta } from './draft-records.ts';
import { draftSlide, type DraftTools, modelOf } from './draft-slide.ts';
import { createJointBudget } from './joint-budget.ts';
import {
  choosePolicy,
  DraftConfigurationError,
  parsePolicySet,
  type Policy,
  type PolicySet,
  prohibitedWordsOf,
} from './policy.ts';
import { defaultPrompts, type Prompt } from './prompts.ts';
import { draftSource, type PresentationSpec, readSpec, wordsOf } from './spec.ts';
import { cardHash } from '../model/card-hash.ts';
import type { Card } from '../model/card.ts';
import { clientNames } from '../model/client-names.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import type { CardReview } from '../model/review.ts';
import { slideOfCard } from '../model/slide.ts';
import { isId } from '../model/text-schema.ts';
import { createDefaultRules } from '../review/default-rules.ts';
import { createReviewer } from '../review/reviewer.ts';
import { createWordFinder } from '../text/find-words.ts';
import { localeOf } from '../text/locale-of.ts';
import { createEmitter } from '../model/emitter.ts';

/** Options of `draftCards`. */
export interface DraftOptions {
  readonly policies: PolicySet;
  /** @default the set's default_policy_id */
  readonly policyId?: string;
  readonly llm: LlmClient;
  /** Text that the drafts may draw on. */
  readonly reference?: string;
  /** Over all slides together. `maxAttempts` counts calls. @default 3 calls a slide */
  readonly budget?: Budget;
  /** Needed for `budget.maxCost`. */
  readonly price?: Price;
  readonly limits?: Partial<CardLimits>;
  /** More prompts, by id. What each returns is the task; the contract is added to it. */
  readonly prompts?: Readonly<Record<string, Prompt>>;
  /** `digest`: hashes where prompts and answers would be. @default 'full' */
  readonly log?: 'full' | 'digest';
  /** Only the first so many. */
  readonly slideLimit?: number;
  /** Of prompts and reviews. @default the language of the spec */
  readonly locale?: Locale;
  readonly clock?: Clock;
  /**
   * Records each answer as it comes. A run that was stopped is repeated with the same spec, options
   * and journal: it takes the recorded answers, counts them, and asks only for the rest.
   */
  readonly journal?: DraftJournal;
  /** An error of the listener does not fail the drafts. */
  readonly onEvent?: (event: DraftEvent) => void;
  readonly signal?: AbortSignal;
}

export type DraftEvent =
  | { readonly type: 'slide-started'; readonly slide_id: string }
  | {
      readonly type: 'slide-drafted';
      readonly slide_id: string;
      readonly attempts: number;
      readonly warnings: readonly string[];
    };

/** Drafts with the records of their making. Every slide is a draft, whatever a model answers. */
export interface DraftResult {
  readonly document: ApprovalDocument;
  readonly cards: readonly Card[];
  readonly meta: GenerationMeta;
  readonly log: readonly AiLogEntry[];
  /** The source of each card, for `createCards`: its numbers stay checked against it. */
  readonly sources: Readonly<Record<string, string>>;
}

/**
 * Drafts the slides of a spec by a policy. Rejects for misuse, with the reason of an aborted `signal`, and with an
 * error of the journal only; what a model does is repaired and named.
 */
export async function draftCards(spec: unknown, options: DraftOptions): Promise<DraftResult> {
  checkOptions(
    options,
    'policies policyId llm reference budget price limits prompts log slideLimit locale clock journal onEvent signal',
    'draftCards(spec, options)',
  );
  checkOneOf('log', options.log, 'full digest');
  checkOneOf('locale', options.locale, 'ja en');
  checkPorts(options, { onEvent: 'call', clock: 'now', signal: 'addEventListener' });
  const emit = createEmitter(options.onEvent);
  const { clock = systemClock, slideLimit = Infinity } = options;
  if (!(slideLimit >= 0))
    throw new InvalidArgumentError(
      `expected options.slideLimit to be a number of at least 0, got ${String(slideLimit)}; leave it out for all slides`,
    );
  if (typeof Reflect.get(Object(options.llm), 'generate') !== 'function')
    throw new InvalidArgumentError(
      `expected options.llm to be an LlmClient, got ${describeValue(options.llm)}; createMockDraftClient() of ./testing is one to begin with`,
    );
  const { signal } = options;
  const specJson = plain(spec, 'spec');
  checkSpec(specJson);
  const policy = policyOf(options);
  const limits = resolveLimits(options.limits);
  const presentation = readSpec(specJson);
  const slides = presentation.slides.slice(0, slideLimit);
  checkIds(slides.map(({ id }) => id));
  const { reference = '' } = options;
  const locale = options.locale ?? localeOf([...slides.map(wordsOf), reference].join('\n'));
  const words = prohibitedWordsOf(policy.safeguards);
  const finder = createWordFinder(words);
  const reviewer = createReviewer({
    rules: createDefaultRules({ prohibitedWords: words, limits }),
    locale,
    clock,
  });
  const journaled =
    options.journal === undefined ? null : await withJournal(options.llm, options.journal);
  const llm = journaled?.client ?? options.llm;
  const budget = createJointBudget(options.budget, options.price, clock);
  const tools: DraftTools = {
    llm,
    policy,
    limits,
    finder,
    locale,
    clock,
    budget,
    prompts: promptsFor(policy, options.prompts),
    gate: createDraftGate(limits, finder),
    price: options.price,
    log: options.log ?? 'full',
    signal,
  };
  const cards: Card[] = [];
  const reviews: CardReview[] = [];
  const log: AiLogEntry[] = [];
  const metas: GenerationMeta['slides'][number][] = [];
  const sources = new Map<string, string>();
  let failedCalls = 0;

  for (const [index, slide] of slides.entries()) {
    signal?.throwIfAborted();
    emit({ type: 'slide-started', slide_id: slide.id });
    const material = { spec: presentation, slides, index, slide, reference: options.reference };
    // The budget is joint: what one slide spends the next one cannot.
    const { card, attempts, isDrafted, failed, entry } = await draftSlide(material, tools);
    // An answer that was cut off is no draft.
    signal?.throwIfAborted();
    journaled?.check();
    const source = draftSource(material);
    const { review } = reviewer.review(card, { deck: cards, source });
    if (failed) failedCalls += 1;
    cards.push(card);
    sources.set(slide.id, source);
    reviews.push(isDrafted ? review : { ...review, retry: true });
    log.push(entry);
    metas.push({
      slide_id: slide.id,
      intent: card.intent,
      content_hash: cardHash(card),
      body_lines: card.body.length,
      model: entry.model,
      attempts,
    });
    const { warnings } = entry;
    emit({ type: 'slide-drafted', slide_id: slide.id, attempts, warnings });
  }

  const { tone } = policy.safeguards;
  const { calls, inputTokens, outputTokens } = budget.spent;
  return {
    cards,
    log,
    sources: Object.fromEntries(sources),
    document: {
      slides: cards.map((card, index) => slideOfCard(card, { review: reviews[index] ?? null })),
      ...(tone === undefined ? {} : { meta: { tone } }),
    },
    meta: {
      schema_version: '1.0',
      generated_at: clock.now().toISOString(),
      policy_id: policy.id,
      policy_name: policy.name,
      policy_hash: hashOf(plain(policy, 'options.policies')),
      model: modelOf(policy, llm),
      provider: clientNames(llm).provider,
      spec: specMeta(presentation, specJson),
      // The schema of a policy has an object here.
      safeguards: plain(policy.safeguards, 'options.policies') as JsonObject,
      slides: metas,
      usage: {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        calls,
        failed_calls: failedCalls,
      },
    },
  };
}

function policyOf({ policies, policyId }: DraftOptions): Policy {
  const checked = parsePolicySet(policies);
  if (checked.ok) return choosePolicy(checked.value, policyId);
  const [first] = checked.issues;
  throw new InvalidArgumentError(
    `expected options.policies to be a policy set; ${first?.issue ?? 'invalid'} at ${first?.pointer ?? '/'}`,
  );
}

function checkSpec(spec: JsonValue): void {
  const slides = isRecord(spec) ? spec['slides'] : undefined;
  if (Array.isArray(slides) && slides.every(isRecord)) return;
  throw new InvalidArgumentError(
    `expected spec.slides to be a list of { id, layout, title, ... }, got ${JSON.stringify(slides)?.slice(0, 80)}`,
  );
}

function checkIds(ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (!isId(id) || seen.has(id))
      throw new InvalidArgumentError(
        `expected every slide of the spec to have an id of its own (letters, digits, . _ -), got ${JSON.stringify(id.slice(0, 80))}`,
      );
    seen.add(id);
  }
}

function promptsFor(
  policy: Policy,
  more: DraftOptions['prompts'],
): Readonly<Record<string, Prompt>> {
  const prompts = { ...defaultPrompts, ...more };
  for (const id of [policy.prompt_id, ...policy.slide_policies.map(({ prompt_id }) => prompt_id)])
    if (id !== undefined && !Object.hasOwn(prompts, id))
      throw new DraftConfigurationError(
        'prompt_not_found',
        `the prompt ${id} does not exist; there are ${Object.keys(prompts).join(', ')}`,
      );
  return prompts;
}

function specMeta({ title, client }: PresentationSpec, spec: JsonValue): GenerationMeta['spec'] {
  return { title, ...withoutUndefined({ client }), hash: hashOf(spec) };
}

/** Canonical JSON has no lone surrogate; the hash of a spec that has one is that of its escaped text. */
function hashOf(value: JsonValue): string {
  try {
    return contentHash(value);
  } catch {
    return `sha256:${sha256Hex(JSON.stringify(value))}`;
  }
}

function plain(value: unknown, what: string): JsonValue {
  try {
    return parseJson(JSON.stringify(value ?? null) ?? 'null');
  } catch (error) {
    throw new InvalidArgumentError(`expected ${what} to be JSON, got ${String(error)}`);
  }
}
