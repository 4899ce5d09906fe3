import type { Locale } from '@kanmon/core';
import { checkArgument, checkOptions, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import type { DomainTopics, LexiconAdditions } from '../language/analysis.ts';
import { listedKinds } from '../language/lexicon.ts';
import { defaultPlanLimits, type PlanLimits } from '../plan/plan-limits.ts';
import { type SlotKind, slotKindSchema } from '../plan/plan.ts';
import { checkNumbers, checkShape } from '../wire/check-input.ts';
import { isLongerThan } from '../wire/values.ts';

/** The details that a topic of a domain needs before it can be searched. */
export interface RequiredSlots {
  /** The topic word stands alone or in "about X". */
  readonly bare?: SlotKind;
  /** A wish, a complaint or a question about one's own matter. @default bare */
  readonly personal?: SlotKind;
}

/** A question in both languages. */
export type SlotQuestion = Readonly<Record<Locale, string>>;

/** Required slots by topic, and the question for each slot. A slot without a question is asked as `topic`. */
export interface SlotTable {
  readonly required?: Readonly<Record<string, RequiredSlots>>;
  readonly questions?: { readonly [Kind in SlotKind]?: SlotQuestion };
}

/** The vocabulary of what users ask about. The rules work without one. */
export interface Domain {
  /** Words by topic, whole terms of both languages. */
  readonly topics?: DomainTopics;
  readonly slots?: SlotTable;
}

/** Questions and requirements of one planner. */
export interface Slots {
  readonly required: Readonly<Record<string, RequiredSlots>>;
  readonly questions: SlotTable['questions'] & { readonly topic: SlotQuestion };
}

/** The question of a planner without a domain. */
export const defaultQuestions = {
  topic: {
    ja: '何についてのご質問か、もう少し詳しく教えていただけますか？',
    en: 'What would you like to know about? Please give a little more detail.',
  },
} as const;

/** The scores, 0 to 1, from which a message is asked back or read as a follow-up. */
export interface Thresholds {
  /** @default 0.5 */
  readonly clarify: number;
  /** @default 0.5 */
  readonly followup: number;
}

/** Halfway: the weights of both scores are set so that .5 is where the evidence is even. */
export const defaultThresholds: Thresholds = Object.freeze({ clarify: 0.5, followup: 0.5 });

/** What a user may change about the rule planner; all of it is data. */
export interface RuleOptions {
  /** Topics of the domain, and what must be known before they can be searched. @default none */
  readonly domain?: Domain;
  readonly lexicons?: LexiconAdditions;
  readonly thresholds?: Partial<Thresholds>;
  readonly limits?: Partial<PlanLimits>;
}

/** Names of `RuleOptions`. */
export const ruleOptionNames = 'domain lexicons thresholds limits';

/** Returns the rule options among the options of a function that takes more. */
export function ruleOptionsOf({ domain, lexicons, thresholds, limits }: RuleOptions): RuleOptions {
  return withoutUndefined({ domain, lexicons, thresholds, limits });
}

const words = z.array(z.string().regex(/\S/u, 'expected a word')).optional();
const topicSchema = z.strictObject({ ja: words, en: words });
const { questionLength } = defaultPlanLimits;
const questionText = z
  .string()
  .refine((text) => text.trim() !== '' && !isLongerThan(text, questionLength), {
    error: `expected a question of 1 to ${questionLength} characters`,
  });
const question = z.strictObject({ ja: questionText, en: questionText });
const slot = slotKindSchema.optional();
const slotsSchema = z
  .strictObject({
    required: z.record(z.string(), z.strictObject({ bare: slot, personal: slot })).optional(),
    questions: z.partialRecord(slotKindSchema, question.optional()).optional(),
  })
  .optional();
const values = z.partialRecord(z.enum(listedKinds), words).optional();
const addition = z
  .strictObject({ values, attributes: words, generic: words, stop: words })
  .optional();
const lexiconsSchema = z.strictObject({ ja: addition, en: addition });
/** Domains and lexicons are constants of a program: each is checked once. */
const checked = new WeakSet<object>();

/** Throws `InvalidArgumentError` for rule options of a wrong form: an unknown member, a score that is no score. */
export function checkRules(
  { domain, lexicons, thresholds, limits }: RuleOptions,
  where = 'options',
): void {
  checkNumbers(`${where}.thresholds`, thresholds, defaultThresholds, { most: 1 });
  checkNumbers(`${where}.limits`, limits, defaultPlanLimits);
  if (lexicons !== undefined && !checked.has(lexicons)) {
    checkShape(lexiconsSchema, lexicons, `${where}.lexicons`);
    checked.add(lexicons);
  }
  if (domain === undefined || checked.has(domain)) return;
  checkOptions(domain, 'topics slots', `${where}.domain`);
  const { topics = {}, slots } = domain;
  checkArgument(`${where}.domain.topics`, 'an object', topics);
  checkShape(slotsSchema, slots, `${where}.domain.slots`);
  // Slots of a topic without words would never be required.
  for (const topic of Object.keys({ ...topics, ...slots?.required })) {
    checkShape(topicSchema, topics[topic], `${where}.domain.topics.${topic}`);
  }
  checked.add(domain);
}
