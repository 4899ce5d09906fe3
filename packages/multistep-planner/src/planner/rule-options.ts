import type { Locale } from '@kanmon/core';
import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import type { DomainTopics, LexiconAdditions } from '../language/analysis.ts';
import { listedKinds } from '../language/lexicon.ts';
import type { PlanLimits } from '../plan/plan-limits.ts';
import { type SlotKind, slotKinds } from '../plan/plan.ts';
import { checkRange, checkShape } from '../wire/check-input.ts';

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

const wordList = z.array(z.string().min(1)).optional();
const slotKind = z.enum(slotKinds);
const requiredSlots = z.strictObject({ bare: slotKind.optional(), personal: slotKind.optional() });
const question = z.strictObject({ ja: z.string(), en: z.string() }).optional();

/** The form of a domain: words by topic, and required slots only of topics that have words. */
const domainSchema = z
  .strictObject({
    topics: z.record(z.string(), z.strictObject({ ja: wordList, en: wordList })).optional(),
    slots: z
      .strictObject({
        required: z.record(z.string(), requiredSlots).optional(),
        questions: z.partialRecord(slotKind, question).optional(),
      })
      .optional(),
  })
  .superRefine(({ topics = {}, slots }, context) => {
    for (const topic of Object.keys(slots?.required ?? {})) {
      if (Object.hasOwn(topics, topic)) continue;
      const message = 'the topic is not one of domain.topics; add its words there';
      context.addIssue({ code: 'custom', path: ['slots', 'required', topic], message });
    }
  });

const addition = z
  .strictObject({
    values: z.partialRecord(z.enum(listedKinds), wordList).optional(),
    attributes: wordList,
    generic: wordList,
    stop: wordList,
  })
  .optional();
const lexiconsSchema = z.strictObject({ ja: addition, en: addition });

/** Domains and lexicons are constants of a program: each is checked once. */
const checkedParts = new WeakSet<object>();

/** Throws `InvalidArgumentError` for rule options of a wrong form: an unknown member, a score that is no score. */
export function checkRules({ domain, lexicons, thresholds, limits }: RuleOptions): void {
  checkOptions(thresholds, 'clarify followup', 'options.thresholds');
  checkRange('options.thresholds', { ...thresholds }, 0, 1);
  checkPart(domainSchema, domain, 'options.domain to be { topics, slots }');
  checkPart(lexiconsSchema, lexicons, 'options.lexicons to be { ja, en }');
  checkLimits(limits);
}

function checkPart(schema: z.ZodType, part: object | undefined, what: string): void {
  if (part === undefined || checkedParts.has(part)) return;
  checkShape(schema, part, what);
  checkedParts.add(part);
}

/** Throws `InvalidArgumentError` for an unknown limit and for one that allows nothing. */
export function checkLimits(limits: Partial<PlanLimits> | undefined): void {
  checkOptions(
    limits,
    'steps searches questions queryLength questionLength defaultTopK maxTopK filterKeys filterDepth rawLength messageLength historyMessages historyMessageLength',
    'options.limits',
  );
  const { filterKeys, filterDepth, ...lengths } = limits ?? {};
  checkRange('options.limits', { filterKeys, filterDepth }, 0);
  checkRange('options.limits', lengths, 1);
}
