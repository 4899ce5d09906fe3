import type { LlmMessage, Locale } from '@kanmon/core';
import { checkNames } from '@kanmon/core/kit';
import { organizerJsonSchema } from '../report/organizer-report.ts';
import { type CheckedInput, readRunInput, type RunInput } from '../run/run-input.ts';
import { nodeStatuses } from '../status/node-status.ts';
import { checkLocale } from '../text/locale-of.ts';
import { promptMessages, type PromptOptions, type RoleTexts } from './prompt-parts.ts';

/** Returns the messages that ask for an Organizer report. Throws `ProposalInputError` for invalid input. */
export function buildOrganizerPrompt(
  input: RunInput,
  options: PromptOptions = {},
): readonly LlmMessage[] {
  checkNames(options, 'locale maxNodes includeSchema', 'buildOrganizerPrompt(input, options)');
  checkLocale(options.locale);
  return organizerMessages(readRunInput(input), options);
}

/** Returns the messages for checked input. */
export function organizerMessages(
  input: CheckedInput,
  options: PromptOptions,
): readonly LlmMessage[] {
  return promptMessages(input, options, { texts: organizerTexts, schema: organizerJsonSchema });
}

const organizerTexts: Readonly<Record<Locale, RoleTexts>> = {
  ja: {
    role: 'あなたは Organizer です。ノードの分解、グループ化、関係づけを提案します。決めるのは人間であり、あなたは提案するだけで、決定も実行もしません。',
    rules: [
      'ID は入力データにあるノードの ID だけを、書かれているとおりに使う。',
      '分解の提案では、suggested_children を 2 件以上にし、それぞれに title と context を書く。',
      'すべての提案に reason を書く。',
      `suggested_status を書くときは、次のいずれかにする: ${nodeStatuses.join(', ')}`,
      'summary と reason では、「〜べき」「〜してください」「〜しましょう」「〜が必要です」「〜しなければなりません」「〜したほうがいい」のような断定や指示や助言をせず、提案として書く。',
      'summary には、まず何から始められるかを書く。',
      'focus_node_id があり分解を提案するときは、そのノードを対象に含める。',
      '提案がない種類は空の配列にする。',
      '文章は、ノードの題名と同じ言語で書く。',
    ],
    example: {
      decomposition_proposals: [
        {
          target_node_id: 'example-1',
          target_title: '引っ越しの準備',
          reason: '手続きと荷造りは時期が異なるため、分けると見通しが立ちます。',
          suggested_children: [
            { title: '手続きの一覧を作る', context: '役所と電気・ガスの届け出を並べる' },
            { title: '荷造りの順番を決める', context: '使わない物から箱に入れる' },
          ],
        },
      ],
      grouping_proposals: [],
      relation_proposals: [],
      summary: '準備は 2 つに分けられます。まず手続きの一覧から始める方法があります。',
    },
  },
  en: {
    role: 'You are the Organizer. You propose how nodes may be decomposed, grouped and related. People decide: you only propose, you neither decide nor carry out anything.',
    rules: [
      'Use only ids of nodes in the input data, exactly as written.',
      'A decomposition has at least 2 suggested_children, each with a title and a context.',
      'Every proposal has a reason.',
      `A suggested_status is one of: ${nodeStatuses.join(', ')}`,
      'In summary and reason, propose instead of ordering or advising: no "should", "must", "have to", "please", "is required" or "it is best to", and no sentence that begins with an order ("Book the hall").',
      'The summary says what one could start with first.',
      'If there is a focus_node_id and you propose a decomposition, that node is among the targets.',
      'Where there is nothing to propose, give an empty array.',
      'Write in the language of the node titles.',
    ],
    example: {
      decomposition_proposals: [
        {
          target_node_id: 'example-1',
          target_title: 'Prepare the move',
          reason:
            'Paperwork and packing happen at different times, so apart they are easier to plan.',
          suggested_children: [
            { title: 'List the paperwork', context: 'Town hall, electricity and gas' },
            { title: 'Order of packing', context: 'What is not in use goes into boxes early' },
          ],
        },
      ],
      grouping_proposals: [],
      relation_proposals: [],
      summary: 'The preparation falls into two parts. One could start with the list of paperwork.',
    },
  },
};
