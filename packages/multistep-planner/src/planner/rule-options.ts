import type { Locale } from '@kanmon/core';
import { type OptionNames, withoutUndefined } from '@kanmon/core/kit';
import type { LexiconAdditions } from '../language/analysis.ts';
import type { TopicId } from '../language/lexicon.ts';
import type { PlanLimits } from '../plan/plan-limits.ts';
import type { SlotKind } from '../plan/plan.ts';

/** The details that a topic needs before it can be searched, by the mood of the message. */
export interface RequiredSlots {
  /** The topic word stands alone or in "about X". */
  readonly bare?: SlotKind;
  /** A wish or complaint about one's own order. */
  readonly personal?: SlotKind;
}

/** Required slots by topic, and the question for each slot. A policy question requires nothing. */
export interface SlotTable {
  readonly required: { readonly [Topic in TopicId]?: RequiredSlots };
  readonly questions: Readonly<Record<SlotKind, Readonly<Record<Locale, string>>>>;
}

/** The table of the package's contract. */
export const defaultSlotTable: SlotTable = {
  required: {
    shipping: { bare: 'region' },
    'delivery-date': { personal: 'order' },
    size: { bare: 'product' },
    stock: { bare: 'product' },
    price: { bare: 'product' },
    'product-info': { bare: 'product' },
    cancel: { bare: 'order', personal: 'order' },
    returns: { bare: 'order', personal: 'order' },
    refund: { bare: 'order', personal: 'order' },
  },
  questions: {
    product: {
      ja: 'どの商品について知りたいですか？',
      en: 'Which product would you like to know about?',
    },
    order: {
      ja: 'どのご注文についてのお問い合わせですか？注文番号か商品名を教えてください。',
      en: 'Which order is this about? Please give the order number or the name of the product.',
    },
    region: {
      ja: 'お届け先の地域（都道府県や国）はどちらですか？',
      en: 'Which region or country should it be shipped to?',
    },
    payment: {
      ja: 'どのお支払い方法についてのご質問ですか？',
      en: 'Which payment method is this about?',
    },
    account: {
      ja: 'どのアカウントについてのご質問ですか？',
      en: 'Which account is this about?',
    },
    date: { ja: 'いつのことか、日付を教えていただけますか？', en: 'Which date is this about?' },
    topic: {
      ja: '何についてのご質問か、もう少し詳しく教えていただけますか？',
      en: 'What would you like to know about? Please give a little more detail.',
    },
  },
};

/** The scores from which a decision is taken; see `benchmarks/src/planner-decisions.ts`. */
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
  readonly lexicons?: LexiconAdditions;
  /** Rows with the same topic replace the built-in ones. */
  readonly slots?: Partial<SlotTable>;
  readonly thresholds?: Partial<Thresholds>;
  readonly limits?: Partial<PlanLimits>;
}

/** Names of `RuleOptions`. */
export const ruleOptionNames: OptionNames<RuleOptions> = {
  lexicons: true,
  slots: true,
  thresholds: true,
  limits: true,
};

/** Returns the rule options among the options of a function that takes more. */
export function ruleOptionsOf({ lexicons, slots, thresholds, limits }: RuleOptions): RuleOptions {
  return withoutUndefined({ lexicons, slots, thresholds, limits });
}
