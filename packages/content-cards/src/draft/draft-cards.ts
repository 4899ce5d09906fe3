import {
  type Budget,
  type Clock,
  contentHash,
  InvalidArgumentError,
  type LlmClient,
  type LlmMessage,
  type Locale,
  systemClock,
} from '@kanmon/core';
import { defineGate, defineRule, type Gate, type GateOutcome, runGate } from '@kanmon/core/gate';
import * as z from 'zod';
import type { Card, CardReview } from '../model/card.ts';
import { cardHash } from '../model/card-hash.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import { isId } from '../model/ids.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { type CardLimits, resolveLimits } from '../model/limits.ts';
import { defaultPhase, slideOfCard } from '../model/slide.ts';
import { createDefaultRules } from '../review/default-rules.ts';
import { createReviewer } from '../review/reviewer.ts';
import { dataBlock } from '../text/data-block.ts';
import { createWordFinder, type WordFinder } from '../text/find-words.ts';
import { textFaults } from '../text/forbidden.ts';
import { headOf, measure } from '../text/measure.ts';
import {
  choosePolicy,
  DraftConfigurationError,
  parsePolicySet,
  type Policy,
  type PolicySet,
  prohibitedWordsOf,
} from './policy.ts';
import { defaultPrompts, type Prompt } from './prompts.ts';
import { repairDraft, withoutProhibited } from './repair-draft.ts';
import { type PresentationSpec, readSpec, type SpecSlide } from './spec.ts';

/** How slides are drafted. */
export interface DraftOptions {
  readonly policies: PolicySet;
  readonly policyId?: string;
  readonly llm: LlmClient;
  /** Text that the drafts may draw on. */
  readonly reference?: string;
  /** Over all slides together. `maxAttempts` counts calls. @default 3 calls a slide */
  readonly budget?: Budget;
  readonly limits?: Partial<CardLimits>;
  readonly prompts?: Readonly<Record<string, Prompt>>;
  /** `digest`: hashes where prompts and answers would be. @default 'full' */
  readonly log?: 'full' | 'digest';
  /** Only the first so many. */
  readonly slideLimit?: number;
  readonly locale?: Locale;
  readonly clock?: Clock;
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

/** `ai_generation_meta.json`. */
export interface GenerationMeta {
  readonly schema_version: '1.0';
  readonly generated_at: string;
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_hash: string;
  readonly model: string;
  readonly provider: string;
  readonly spec: { readonly title: string; readonly client?: string; readonly hash: string };
  readonly safeguards: JsonObject;
  readonly slides: readonly {
    readonly slide_id: string;
    readonly intent: string;
    readonly content_hash: string;
    readonly body_lines: number;
    readonly model: string;
    readonly attempts: number;
  }[];
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly calls: number;
    readonly failed_calls: number;
  };
}

/** A line of `content_ai_log.json`. */
export interface AiLogEntry {
  readonly slide_id: string;
  readonly layout: string;
  readonly prompt_id: string;
  readonly prompt: string;
  readonly policy_id: string;
  readonly model: string;
  readonly intent: string;
  readonly warnings: readonly string[];
  readonly response_text: string;
  readonly response_text_truncated: boolean;
  readonly attempts: number;
}

/** Drafts with how they came about. Every slide is a draft, whatever a model says. */
export interface DraftResult {
  readonly document: ApprovalDocument;
  readonly cards: readonly Card[];
  readonly meta: GenerationMeta;
  readonly log: readonly AiLogEntry[];
}

const attemptsPerSlide = 3;
const maxLoggedResponse = 2000;

/** Drafts the slides of a spec by a policy. Rejects only for misuse; what a model does is repaired and named. */
export async function draftCards(spec: unknown, options: DraftOptions): Promise<DraftResult> {
  const { llm, locale = 'ja', clock = systemClock, log = 'full', slideLimit = Infinity } = options;
  const checked = parsePolicySet(options.policies);
  if (!checked.ok)
    throw new InvalidArgumentError(
      `expected options.policies to be a policy set; ${checked.issues[0]?.issue ?? 'invalid'} at ${checked.issues[0]?.pointer ?? '/'}`,
    );
  const policy = choosePolicy(checked.value, options.policyId);
  const limits = resolveLimits(options.limits);
  const presentation = readSpec(spec);
  const slides = presentation.slides.slice(0, slideLimit);
  const bad = slides.find(
    ({ id }, index) => !isId(id) || slides.findIndex((each) => each.id === id) !== index,
  );
  if (bad !== undefined)
    throw new InvalidArgumentError(
      `expected every slide of the spec to have an id of its own, got ${JSON.stringify(bad.id.slice(0, 80))}`,
    );
  const prompts: Readonly<Record<string, Prompt>> = { ...defaultPrompts, ...options.prompts };
  for (const { prompt_id = policy.prompt_id } of [{}, ...policy.slide_policies].map(
    (each): { prompt_id?: string | undefined } => each,
  ))
    if (!Object.hasOwn(prompts, prompt_id))
      throw new DraftConfigurationError(
        'prompt_not_found',
        `the prompt ${prompt_id} does not exist; there are ${Object.keys(prompts).join(', ')}`,
      );

  const words = prohibitedWordsOf(policy.safeguards);
  const finder = createWordFinder(words);
  const reviewer = createReviewer({
    rules: createDefaultRules({ prohibitedWords: words, limits }),
    locale,
    clock,
  });
  const gate = draftGate(limits, finder);
  const spent = { calls: 0, failed: 0, input: 0, output: 0, cost: 0, began: clock.now().getTime() };
  const cards: Card[] = [];
  const reviews: CardReview[] = [];
  const entries: AiLogEntry[] = [];
  const metas: GenerationMeta['slides'][number][] = [];

  for (const [index, slide] of slides.entries()) {
    options.onEvent?.({ type: 'slide-started', slide_id: slide.id });
    const chosen = policy.slide_policies.find(({ layout }) => layout === slide.layout);
    const intent = chosen?.intent ?? policy.default_intent;
    const promptId = chosen?.prompt_id ?? policy.prompt_id;
    const write = prompts[promptId];
    const messages: readonly LlmMessage[] = [
      { role: 'system', content: write?.({ policy, locale, ...limits }) ?? '' },
      {
        role: 'user',
        content: dataBlock(dataOf(presentation, slides, index, policy, options.reference)).text,
      },
    ];
    const left = remaining(options.budget, spent, clock);
    // The budget is joint: what one slide spends the next one cannot.
    const outcome =
      left === null
        ? null
        : // oxlint-disable-next-line no-await-in-loop
          await runGate(gate, {
            client: llm,
            messages,
            budget: left,
            locale,
            clock,
            ...(policy.model === 'mock-local' ? {} : { request: { model: policy.model } }),
            ...(options.signal === undefined ? {} : { signal: options.signal }),
          });
    const attempts = outcome?.usage.calls ?? 0;
    spent.calls += attempts;
    spent.input += outcome?.usage.inputTokens ?? 0;
    spent.output += outcome?.usage.outputTokens ?? 0;
    const answer = readAnswer(outcome);
    if (answer.failed) spent.failed += 1;
    const placeholder = locale === 'ja' ? '（内容を確認してください）' : '(to be written)';
    const title = slide.title.trim() || `${presentation.title} (${slide.id})`.trim();
    const draft = repairDraft(answer.isUsable ? answer.value : { title, body: [] }, answer.text, {
      limits,
      finder,
      title,
      placeholder,
    });
    const card = withoutProhibited(
      {
        slide_id: slide.id,
        title: draft.title,
        body: draft.body,
        table_data: null,
        note: draft.note,
        intent: headOf(intent, 64),
        type_hint: slide.layout === '' ? null : headOf(slide.layout, 64),
        story: { phase: defaultPhase },
      },
      finder,
    );
    const { review } = reviewer.review(card, { deck: cards });
    const warnings = [...answer.warnings, ...draft.warnings];
    const { text: response, isTruncated } = shortened(answer.text);
    cards.push(card);
    reviews.push(answer.isUsable ? review : { ...review, retry: true });
    metas.push({
      slide_id: slide.id,
      intent: card.intent,
      content_hash: cardHash(card),
      body_lines: card.body.length,
      model: modelOf(policy, llm),
      attempts,
    });
    entries.push({
      slide_id: slide.id,
      layout: slide.layout,
      prompt_id: promptId,
      prompt:
        log === 'digest'
          ? contentHash(messages.map(({ content }) => content))
          : messages.map(({ content }) => content).join('\n\n'),
      policy_id: policy.id,
      model: modelOf(policy, llm),
      intent: card.intent,
      warnings,
      response_text:
        log === 'digest' ? contentHash(answer.text.replaceAll(/[\ud800-\udfff]/gu, '')) : response,
      response_text_truncated: isTruncated,
      attempts,
    });
    options.onEvent?.({ type: 'slide-drafted', slide_id: slide.id, attempts, warnings });
  }

  const { tone } = policy.safeguards;
  return {
    cards,
    log: entries,
    document: {
      slides: cards.map((card, index) => slideOfCard(card, { review: reviews[index] ?? null })),
      ...(tone === undefined ? {} : { meta: { tone } }),
    },
    meta: {
      schema_version: '1.0',
      generated_at: clock.now().toISOString(),
      policy_id: policy.id,
      policy_name: policy.name,
      policy_hash: contentHash(plain(policy)),
      model: modelOf(policy, llm),
      provider: llm.provider,
      spec: {
        title: presentation.title,
        ...(presentation.client === undefined ? {} : { client: presentation.client }),
        hash: contentHash(plain(spec ?? null)),
      },
      safeguards: { ...object(plain(policy.safeguards)) },
      slides: metas,
      usage: {
        input_tokens: spent.input,
        output_tokens: spent.output,
        calls: spent.calls,
        failed_calls: spent.failed,
      },
    },
  };
}

interface DraftAnswer {
  readonly title: string;
  readonly body: readonly string[];
  readonly note?: string | undefined;
}

/** What a draft must be; what no correction mends is repaired afterwards. */
function draftGate(limits: CardLimits, finder: WordFinder): Gate<DraftAnswer> {
  const { titleMax, bodyLines, lineMax, unit } = limits;
  const schema = z.object({
    title: z.string().trim().min(1),
    body: z.array(z.string()),
    note: z.string().optional(),
  });
  const fits = defineRule({
    id: 'fits',
    needs: 'schema',
    messages: {
      en: {
        'too-long': '{place} has {actual} characters; at most {limit} are allowed',
        'too-many-lines': 'the body has {actual} lines; at most {limit} are allowed',
      },
      ja: {
        'too-long': '{place} は{actual}文字あります。{limit}文字以内にしてください',
        'too-many-lines': '本文が{actual}行あります。{limit}行以内にしてください',
      },
    },
    check({ title, body }: DraftAnswer, _context: undefined, report) {
      const actual = measure(title, unit);
      if (actual > titleMax)
        report('too-long', { path: '/title', params: { actual, limit: titleMax } });
      if (body.length > bodyLines)
        report('too-many-lines', {
          path: '/body',
          params: { actual: body.length, limit: bodyLines },
        });
      for (const [index, line] of body.entries()) {
        const length = measure(line, unit);
        if (length > lineMax)
          report('too-long', {
            path: `/body/${index}`,
            params: { actual: length, limit: lineMax },
          });
      }
    },
  });
  const clean = defineRule({
    id: 'clean',
    needs: 'schema',
    messages: {
      en: {
        'prohibited-word': '{place} uses the prohibited word "{word}"',
        'control-character': '{place} has a control character',
      },
      ja: {
        'prohibited-word': '{place} に禁則語「{word}」があります',
        'control-character': '{place} に制御文字があります',
      },
    },
    check({ title, body, note = '' }: DraftAnswer, _context: undefined, report) {
      for (const [path, text] of [
        ['/title', title],
        ['/body', body.join('\n')],
        ['/note', note],
      ] as const) {
        for (const { word } of finder.find(text))
          report('prohibited-word', { path, params: { word: word.word } });
        if (textFaults(text, { lineFeeds: true }).length > 0) report('control-character', { path });
      }
    },
  });
  return defineGate({ name: 'slide-draft', schema, rules: [fits, clean] });
}

function dataOf(
  spec: PresentationSpec,
  slides: readonly SpecSlide[],
  index: number,
  policy: Policy,
  reference: string | undefined,
): JsonObject {
  const slide = slides[index];
  return {
    spec: { title: spec.title, client: spec.client ?? null },
    slide:
      slide === undefined
        ? null
        : {
            ...slide,
            previous_title: slides[index - 1]?.title ?? null,
            next_title: slides[index + 1]?.title ?? null,
          },
    reference: reference ?? null,
    policy: policy.name,
  };
}

interface ReadAnswer {
  readonly value: unknown;
  readonly text: string;
  readonly warnings: readonly string[];
  readonly isUsable: boolean;
  readonly failed: boolean;
}

/** The value that passed, the one that came nearest, or the text of the last answer. */
function readAnswer(outcome: GateOutcome<DraftAnswer> | null): ReadAnswer {
  if (outcome === null)
    return { value: null, text: '', warnings: ['draft_failed'], isUsable: false, failed: false };
  let text = '';
  let finish = 'stop';
  for (const event of outcome.events) {
    if (event.type !== 'response-received' || !('text' in event)) continue;
    ({ text, finish } = event);
  }
  const warnings = finish === 'stop' || finish === 'refusal' ? [] : [`finish_${finish}`];
  if (outcome.status === 'passed')
    return { value: outcome.value, text, warnings, isUsable: true, failed: false };
  const isRefused = finish === 'refusal' || outcome.reason === 'refused';
  if (isRefused)
    return {
      value: null,
      text,
      warnings: [...warnings, 'response_refused'],
      isUsable: false,
      failed: false,
    };
  if (outcome.best !== undefined)
    return { value: outcome.best.value, text, warnings, isUsable: true, failed: false };
  if (outcome.reason === 'generate-failed' || outcome.reason === 'aborted' || text.trim() === '')
    return {
      value: null,
      text,
      warnings: [...warnings, 'draft_failed'],
      isUsable: false,
      failed: outcome.reason === 'generate-failed',
    };
  return { value: null, text, warnings, isUsable: true, failed: false };
}

interface Spent {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly began: number;
}

/** What one slide may spend of the joint budget; null when nothing is left. */
function remaining(budget: Budget | undefined, spent: Spent, clock: Clock): Budget | null {
  if (budget === undefined) return { maxAttempts: attemptsPerSlide };
  const left = {
    maxAttempts: Math.min(attemptsPerSlide, (budget.maxAttempts ?? Infinity) - spent.calls),
    ...(budget.maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: budget.maxOutputTokens - spent.output }),
    ...(budget.maxTotalTokens === undefined
      ? {}
      : { maxTotalTokens: budget.maxTotalTokens - spent.output - spent.input }),
    ...(budget.maxMs === undefined
      ? {}
      : { maxMs: budget.maxMs - (clock.now().getTime() - spent.began) }),
  };
  return Object.values(left).every((limit) => limit > 0) ? left : null;
}

function modelOf(policy: Policy, llm: LlmClient): string {
  return policy.model === 'mock-local' ? llm.model : policy.model;
}

function shortened(text: string): { readonly text: string; readonly isTruncated: boolean } {
  const head = headOf(text, maxLoggedResponse);
  return { text: head, isTruncated: head.length < text.length };
}

function plain(value: unknown): JsonValue {
  const parse: (json: string) => JsonValue = JSON.parse;
  return parse(JSON.stringify(value ?? null));
}

function object(value: JsonValue): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
