import type { JsonObject, LlmMessage, Locale } from '@kanmon/core';
import { checkNames, withoutUndefined } from '@kanmon/core/kit';
import { advisorJsonSchema } from '../report/advisor-report.ts';
import type { DashboardNode, ReportPurpose } from '../rules/report-context.ts';
import {
  type CheckedInput,
  readAdvisorTarget,
  readRunInput,
  type RunInput,
} from '../run/run-input.ts';
import { isNodeStatus, nextStatuses, nodeStatuses } from '../status/node-status.ts';
import { checkLocale } from '../text/locale-of.ts';
import { promptMessages, type PromptOptions, type RoleTexts } from './prompt-parts.ts';

/** Options of the Advisor prompt. */
export interface AdvisorPromptOptions extends PromptOptions {
  /** @default 'choices' */
  readonly purpose?: ReportPurpose;
}

/** Returns the messages that ask for an Advisor report. Throws `ProposalInputError` for invalid input. */
export function buildAdvisorPrompt(
  input: RunInput,
  options: AdvisorPromptOptions = {},
): readonly LlmMessage[] {
  checkNames(
    options,
    'locale maxNodes includeSchema purpose',
    'buildAdvisorPrompt(input, options)',
  );
  checkLocale(options.locale);
  const checked = readRunInput(input);
  return advisorMessages(checked, readAdvisorTarget(checked), options);
}

/** Returns the messages for checked input. */
export function advisorMessages(
  input: CheckedInput,
  target: DashboardNode | null,
  { purpose, ...options }: AdvisorPromptOptions,
): readonly LlmMessage[] {
  return promptMessages({ ...input, focus: target }, options, {
    texts: purpose === 'texts' ? wordingTexts : advisorTexts,
    schema: advisorJsonSchema,
    data: [targetLine(target)],
  });
}

/** Returns the target, with the statuses it may have next; staying is one of them. */
function targetLine(target: DashboardNode | null): JsonObject {
  if (target === null) return { target: null };
  const { id, title, status } = target;
  return {
    target: { id, title, ...withoutUndefined({ status }) },
    allowed_statuses: isNodeStatus(status) ? [status, ...nextStatuses(status)] : nodeStatuses,
  };
}

const advisorTexts: Readonly<Record<Locale, RoleTexts>> = {
  ja: {
    role: 'あなたは Advisor です。1 つのノードについて、進め方の選択肢を並べます。選ぶのは人間であり、あなたは優劣をつけず、決定もしません。',
    rules: [
      'target_node_id は target にある ID を、書かれているとおりに使う。target が null のときは、target_node_id を空文字列、options を空の配列にし、summary に対象がないことを書く。',
      'options は 2 件以上にする。',
      'どの案にも next_action、necessary_info、criteria_note、risks（1 件以上）を書く。label には「案」「パターン」「候補」のいずれかを入れる。',
      '「ベスト」「推奨」「正解」「おすすめ」「〜べき」「〜が賢明」「〜のほうがいい」「〜に決めましょう」のように、優劣をつけたり勧めたりする言葉を使わない。',
      'suggested_status を書くときは、allowed_statuses にあるものだけを使う。',
      'criteria には、案を比べる観点を 2 件以上書く。',
      'next_decision には、人間が次に決めることを 1 つだけ書く。',
      '文章は、ノードの題名と同じ言語で書く。',
    ],
    example: {
      target_node_id: 'example-1',
      target_title: '会場を決める',
      current_status: 'NEEDS_DECISION',
      options: [
        {
          label: 'A案: 駅に近い会場',
          description: '移動の時間が短い。',
          next_action: '空いている日を問い合わせる',
          necessary_info: '参加人数',
          criteria_note: '遠方の参加者が多いとき',
          risks: ['費用が予算を超える'],
        },
        {
          label: 'B案: 社内の会議室',
          description: '費用がかからない。',
          next_action: '会議室を仮予約する',
          necessary_info: '必要な席の数',
          criteria_note: '費用を抑えたいとき',
          risks: ['席が足りなくなる'],
        },
      ],
      criteria: [
        { name: '費用', description: '予算に収まるか' },
        { name: '移動', description: '参加者が集まりやすいか' },
      ],
      next_decision: '費用と移動のどちらを優先するかを決める',
      summary: '会場には 2 つの進め方があります。',
    },
  },
  en: {
    role: 'You are the Advisor. For one node you lay out the ways to go on. People choose: you rank nothing and decide nothing.',
    rules: [
      'target_node_id is the id in target, exactly as written. If target is null, give an empty target_node_id, no options, and say in the summary that there is no node.',
      'At least 2 options.',
      'Every option has next_action, necessary_info, criteria_note and risks (at least 1). Its label says option, plan, pattern or candidate.',
      'Judge no option: no "best option", "recommend", "the right answer", "should", "must", "I would choose", "go with", "makes the most sense" or "is not worth it".',
      'A suggested_status is one of allowed_statuses.',
      'At least 2 criteria by which a person may compare.',
      'next_decision is the one thing a person decides next.',
      'Write in the language of the node titles.',
    ],
    example: {
      target_node_id: 'example-1',
      target_title: 'Choose the venue',
      current_status: 'NEEDS_DECISION',
      options: [
        {
          label: 'Option A: near the station',
          description: 'Short ways.',
          next_action: 'Ask for free dates',
          necessary_info: 'Number of guests',
          criteria_note: 'When many come from far away',
          risks: ['The cost exceeds the budget'],
        },
        {
          label: 'Option B: a room of our own',
          description: 'No cost.',
          next_action: 'Reserve the room',
          necessary_info: 'Number of seats',
          criteria_note: 'When money is short',
          risks: ['Too few seats'],
        },
      ],
      criteria: [
        { name: 'Cost', description: 'Does it fit the budget' },
        { name: 'Ways', description: 'Can the guests get there' },
      ],
      next_decision: 'Decide whether cost or short ways come first',
      summary: 'There are two ways to choose a venue.',
    },
  },
};

/** The texts where the options are wordings. */
const wordingTexts: Readonly<Record<Locale, RoleTexts>> = {
  ja: withRule('ja', '案は文面です。それぞれの description に、そのまま使える文面を書く。'),
  en: withRule(
    'en',
    'The options are wordings: every description holds the text itself, ready for use.',
  ),
};

function withRule(locale: Locale, rule: string): RoleTexts {
  const texts = advisorTexts[locale];
  return { ...texts, rules: [...texts.rules, rule] };
}
