import {
  type Budget,
  type Clock,
  InvalidArgumentError,
  type LlmClient,
  type Locale,
  type Price,
  systemClock,
  type UsageTotal,
} from '@kanmon/core';
import { checkOneOf, checkOptions, checkPorts, withoutUndefined } from '@kanmon/core/kit';
import { cardHash } from '../model/card-hash.ts';
import type { Card, Grade } from '../model/card.ts';
import { checkCard } from '../model/check-shape.ts';
import { clientNames } from '../model/client-names.ts';
import type { CardLimits } from '../model/limits.ts';
import type { CardReview } from '../model/review.ts';
import { localeOfCard } from './card-lines.ts';
import { createDefaultRules } from './default-rules.ts';
import { askForReview } from './llm-review.ts';
import {
  checkRules,
  defaultSeverityGrades,
  reviewByRules,
  type Rule,
  ruleContextOf,
  type SeverityGrades,
  type Surroundings,
  worseGrade,
} from './rule.ts';

/** Options of `createReviewer`. */
export interface ReviewerOptions {
  /** @default createDefaultRules({ limits }) */
  readonly rules?: readonly Rule[];
  /** Limits of the default rules. */
  readonly limits?: Partial<CardLimits>;
  /** Without one, rules alone decide. */
  readonly llm?: LlmClient;
  /** @default critical C, warning B, info A */
  readonly severityGrades?: Partial<SeverityGrades>;
  /** Of messages and prompts. @default that of each card's text */
  readonly locale?: Locale;
  /** Of one model review. @default { maxAttempts: 3 } */
  readonly budget?: Budget;
  /** Needed for `budget.maxCost`. */
  readonly price?: Price;
  readonly clock?: Clock;
}

/** The input of one review. */
export interface ReviewInput extends Surroundings {
  /** The present review; it stays when the model fails. */
  readonly previous?: CardReview | null;
  readonly signal?: AbortSignal;
}

/** A review, and what follows from it. */
export interface ReviewOutcome {
  readonly review: CardReview;
  /** A rule found something critical: the card goes back. A model's C alone never does that. */
  readonly autoReturn: boolean;
  readonly llmFailed: boolean;
  /** The model call and its usage; absent without a call. */
  readonly call?: {
    readonly provider: string;
    readonly model: string;
    /** The model's own grade, before the rules' is joined to it; null when it gave none. */
    readonly grade: Grade | null;
    /** Why it gave none. */
    readonly reason: string | null;
    readonly usage: UsageTotal;
  };
}

/** A reviewer with its options bound. */
export interface Reviewer {
  readonly rules: readonly Rule[];
  /** Absent: that of each card's text. */
  readonly locale?: Locale;
  readonly hasModel: boolean;
  /** By rules alone, at once. */
  review(card: Card, input?: ReviewInput): Pick<ReviewOutcome, 'review' | 'autoReturn'>;
  /** By rules and, where there is one, by the model. Never rejects because of the model. */
  reviewWithModel(card: Card, input?: ReviewInput): Promise<ReviewOutcome>;
}

/**
 * Binds the options of `reviewCard`, for the service and for whole decks. Throws
 * `InvalidArgumentError` for `budget.maxCost` without `price`, as core's gate does.
 */
export function createReviewer(options: ReviewerOptions = {}): Reviewer {
  checkOptions(
    options,
    'rules limits llm severityGrades locale budget price clock',
    'createReviewer(options)',
  );
  return makeReviewer(options);
}

function makeReviewer(options: ReviewerOptions): Reviewer {
  const { llm, budget, price, clock = systemClock } = options;
  const rules = options.rules ?? createDefaultRules(withoutUndefined({ limits: options.limits }));
  if (budget?.maxCost !== undefined && price === undefined)
    throw new InvalidArgumentError(
      'expected options.price to be a function that prices a call, since budget.maxCost is set, got undefined',
    );
  checkRules(rules);
  checkOneOf('locale', options.locale, 'ja en');
  checkPorts(options, { llm: 'generate', clock: 'now' });
  const grades = { ...defaultSeverityGrades, ...gradesOf(options.severityGrades) };

  const review: Reviewer['review'] = (card, input = {}) => {
    const context = ruleContextOf(input, options.locale ?? localeOfCard(card));
    const { grade, issues, fixes, hasCritical } = reviewByRules(card, rules, context, grades);
    return {
      review: {
        grade,
        issues,
        autofix_proposals: fixes,
        strengths: [],
        weaknesses: [],
        actions: [],
        retry: false,
        reviewed_hash: cardHash(card),
        reviewed_at: clock.now().toISOString(),
        model: null,
      },
      autoReturn: hasCritical,
    };
  };

  return {
    rules,
    ...withoutUndefined({ locale: options.locale }),
    hasModel: llm !== undefined,
    review,
    async reviewWithModel(card, input = {}) {
      const byRules = review(card, input);
      if (llm === undefined) return { ...byRules, llmFailed: false };
      const { source, signal, previous } = input;
      const { opinion, reason, usage } = await askForReview(card, {
        client: llm,
        locale: options.locale ?? localeOfCard(card),
        clock,
        ...withoutUndefined({ source, budget, price, signal }),
      });
      const call = {
        reason,
        usage,
        ...clientNames(llm),
        grade: opinion?.grade ?? null,
      };
      if (opinion === null) {
        return {
          ...byRules,
          review: { ...(previous ?? byRules.review), retry: true },
          llmFailed: true,
          call,
        };
      }
      return {
        autoReturn: byRules.autoReturn,
        llmFailed: false,
        call,
        review: {
          ...byRules.review,
          ...opinion,
          grade: worseGrade(byRules.review.grade, opinion.grade),
          model: call.model,
        },
      };
    },
  };
}

/** Returns the grades of severities that the options set. Throws `InvalidArgumentError` for an unknown one. */
function gradesOf(given: Partial<SeverityGrades> = {}) {
  checkOptions(given, 'critical warning info', 'severityGrades');
  const { critical, warning, info } = given;
  const grades = withoutUndefined({ critical, warning, info });
  for (const [severity, grade] of Object.entries(grades))
    checkOneOf(`severityGrades.${severity}`, grade, 'A B C');
  return grades;
}

/**
 * Reviews one card by rules and, with `llm`, by a model. When the model fails in any way, the
 * `previous` review is kept as a whole and marked for another try.
 */
export async function reviewCard(
  card: Card,
  options: ReviewerOptions & ReviewInput = {},
): Promise<ReviewOutcome> {
  checkOptions(
    options,
    'rules limits llm severityGrades locale budget price clock previous signal source sourceRemoved deck numbers',
    'reviewCard(card, options)',
  );
  checkCard('card of reviewCard', card);
  // As a person writes it, without the members that have a default.
  const whole: Card = { ...absentMembers, ...withoutUndefined(card) };
  return makeReviewer(options).reviewWithModel(whole, options);
}

const absentMembers = { body: [], table_data: null, note: null, type_hint: null } as const;
