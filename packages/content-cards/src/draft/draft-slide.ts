import {
  type Clock,
  contentHash,
  type LlmClient,
  type LlmMessage,
  type Locale,
  type Price,
} from '@kanmon/core';
import { type Gate, type GateOutcome, runGate } from '@kanmon/core/gate';
import { dataBlock, withoutUndefined } from '@kanmon/core/kit';
import { type DraftAnswer, readAnswer } from './draft-gate.ts';
import type { AiLogEntry } from './draft-records.ts';
import type { JointBudget } from './joint-budget.ts';
import type { Policy } from './policy.ts';
import { draftInstructions, openLines, type Prompt } from './prompts.ts';
import { repairDraft, withoutProhibited } from './repair-draft.ts';
import { draftData, type DraftMaterial } from './spec.ts';
import type { Card } from '../model/card.ts';
import { clientNames } from '../model/client-names.ts';
import { type CardLimits, fixedLimits } from '../model/limits.ts';
import { defaultPhase } from '../model/slide.ts';
import type { WordFinder } from '../text/find-words.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';
import { headOf } from '../text/measure.ts';

/** The tools for every slide of a run. */
export interface DraftTools {
  readonly llm: LlmClient;
  readonly policy: Policy;
  readonly prompts: Readonly<Record<string, Prompt>>;
  readonly gate: Gate<DraftAnswer>;
  readonly finder: WordFinder;
  readonly limits: CardLimits;
  readonly budget: JointBudget;
  readonly price: Price | undefined;
  readonly clock: Clock;
  readonly locale: Locale;
  readonly log: 'full' | 'digest';
  readonly signal: AbortSignal | undefined;
}

/** A slide with its draft, whatever the model did. */
interface DraftedSlide {
  readonly card: Card;
  readonly attempts: number;
  /** False: the slide keeps its own title and waits for another try. */
  readonly isDrafted: boolean;
  /** The call itself failed. */
  readonly failed: boolean;
  readonly entry: AiLogEntry;
}

/** The model that a policy asks for, or the client's own. */
export function modelOf({ model }: Policy, llm: LlmClient): string {
  return model === 'mock-local' ? clientNames(llm).model : model;
}

const maxLoggedResponse = 2000;

/** Drafts one slide within what is left of the budget. */
export async function draftSlide(
  material: DraftMaterial,
  tools: DraftTools,
): Promise<DraftedSlide> {
  const { policy, llm, finder, limits, locale, budget, log } = tools;
  const { slide, spec } = material;
  const chosen = policy.slide_policies.find(({ layout }) => layout === slide.layout);
  const promptId = chosen?.prompt_id ?? policy.prompt_id;
  const messages = messagesFor(promptId, material, tools);
  const outcome = await ask(messages, tools);
  if (outcome !== null) budget.record(outcome.usage);
  const answer = readAnswer(outcome);
  const draft = repairDraft(answer.isUsable ? answer.value : { title: '', body: [] }, answer.text, {
    limits,
    finder,
    title: slide.title.trim() || `${spec.title} (${slide.id})`.trim(),
    openLines: openLines[locale],
  });
  const card = withoutProhibited(
    {
      slide_id: slide.id,
      title: draft.title,
      body: draft.body,
      table_data: null,
      note: draft.note,
      intent: labelOf(chosen?.intent ?? policy.default_intent) ?? 'general',
      type_hint: labelOf(slide.layout),
      story: { phase: defaultPhase },
    },
    finder,
  );
  const attempts = outcome?.usage.calls ?? 0;
  const prompt = messages.map(({ content }) => content).join('\n\n');
  const response = headOf(answer.text, maxLoggedResponse);
  return {
    card,
    attempts,
    isDrafted: answer.isUsable,
    failed: answer.failed,
    entry: {
      slide_id: slide.id,
      layout: slide.layout,
      prompt_id: promptId,
      prompt: log === 'digest' ? digest(prompt) : prompt,
      policy_id: policy.id,
      model: modelOf(policy, llm),
      intent: card.intent,
      warnings: [...new Set([...answer.warnings, ...draft.warnings])],
      response_text: log === 'digest' ? digest(answer.text) : response,
      response_text_truncated: log === 'full' && response.length < answer.text.length,
      attempts,
      ...withoutUndefined({ error: answer.error }),
    },
  };
}

function messagesFor(
  promptId: string,
  material: DraftMaterial,
  { policy, prompts, locale, limits }: DraftTools,
): readonly LlmMessage[] {
  const prompt: Prompt = prompts[promptId] ?? (() => '');
  const { lineMax: wideLineMax, latinLineMax = wideLineMax } = limits;
  const lineMax = locale === 'en' ? latinLineMax : wideLineMax;
  return [
    { role: 'system', content: draftInstructions(prompt, { policy, locale, ...limits, lineMax }) },
    { role: 'user', content: dataBlock([draftData(material, policy, locale)]) },
  ];
}

async function ask(
  messages: readonly LlmMessage[],
  { gate, llm, policy, budget, price, clock, locale, signal }: DraftTools,
): Promise<GateOutcome<DraftAnswer> | null> {
  const left = budget.next();
  if (left === null) return null;
  return runGate(gate, {
    client: llm,
    messages,
    budget: left,
    locale,
    clock,
    ...(policy.model === 'mock-local' ? {} : { request: { model: policy.model } }),
    ...withoutUndefined({ price, signal }),
  });
}

/** A layout or an intent as a label that a card may hold; null when nothing of it is left. */
function labelOf(text: string): string | null {
  const label = headOf(
    removeForbidden(text).text.replaceAll('\n', ' ').normalize('NFC'),
    fixedLimits.label,
  );
  return isBlank(label) ? null : label;
}

function digest(text: string): string {
  return contentHash(removeForbidden(text).text);
}
