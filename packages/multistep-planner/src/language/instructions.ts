import type { Language } from '@kanmon/core';

/** Sentences that address the assistant and not the shop: they are data and no question. */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior|everything|guidelines)\b/iu,
  /\b(?:system prompt|developer (?:mode|message)|jailbreak)\b/iu,
  /(?:^|[.!?,]\s*|\b(?:please|now|must|should|will|and|then|to)\s+)(?:act|behave|respond|pretend) (?:as|like|to be)\b(?:\s+(?!and\b|then\b)[\w'’-]+){0,6}/iu,
  /\byou are (?:now|no longer)\b|^\s*you are (?:an?|the) (?:[\w-]+ ){0,4}(?:planner|assistant|model|bot|ai|agent)\b/iu,
  /\b(?:output|return|respond|reply|answer|print)\b.{0,30}\b(?:json|xml|yaml|code block)\b/iu,
  /\b(?:reveal|print|show|repeat|output)\b.{0,30}\b(?:(?:system|hidden|initial|secret) (?:prompt|instructions?|message|rules)|your (?:prompt|instructions?))\b/iu,
  // Member names of a plan: no customer types them.
  /\b(?:needsClarification|followup_?search|clarifyingQuestions|followupQueries|ClarifyStep|includeSources)\b/iu,
  /^\s*(?:system|assistant|developer)\s*[:：]/iu,
  /(?:指示|命令|プロンプト|制約).{0,12}(?:無視|忘れ|破棄|上書き|解除)(?:[してせろ。]|$)/u,
  /(?:これまで|今まで|以前|上記|すべて|全て|あなた)の?.{0,6}(?:設定|ルール).{0,8}(?:無視|忘れ|破棄|解除)[してせろ]/u,
  /システムプロンプト|開発者モード|(?:プロンプト|内部の?指示).{0,10}(?:表示|出力|教え|見せ)/u,
  /(?:あなた|君|お前)は(?:今から|これから|もう)/u,
  /^\s*(?:あなた|君|お前)は.{1,60}(?:です|だ|である|ます)[。\s]*$/u,
  /(?:出力|回答|応答|返答)は.{0,10}(?:JSON|XML|YAML)|コードブロック/iu,
  /(?:JSON|XML|YAML)\s*(?:形式)?(?:だけ|のみ|で).{0,10}(?:出力|返|答え|回答|応答)/iu,
  /(?:として|になりきって|のふりをして)(?:振る舞|振舞|ふるま|行動|応答|答え|回答)/u,
  /^\s*(?:システム|アシスタント|管理者)\s*[:：]/u,
];

/** Marks with which chat models part their turns; after the first kind stands a role. */
const chatToken =
  /<\|(?:im_start|start_header_id)\|>(system|assistant|user)?|<\|?\/?(?:im_end|end_header_id|eot_id|system|endoftext|assistant|user)\|?>|\[\/?INST\]|<<\/?SYS>>/giu;
const userRole = /^\s*(?:user|ユーザー)\s*[:：]\s*/iu;

const sentence = /[^。．！？!?\n]+[。．！？!?\n]*/gu;
const englishSentence = /[^.!?\n]+(?:[.!?\n]+|$)/gu;

/** A sentence longer than this is looked at in part: the patterns are bounded, the cost stays linear. */
const inspected = 2000;

/** What joins an order to the request after it. */
const joint = /^(?:して|した上で|て|ください|下さい|[、,;:\s]|(?:and|then|just|but)\b)+/iu;

/**
 * The message without the sentences that give orders to the assistant. Of one that names a topic
 * beside its order, what stands around the order is kept.
 */
export function dropInstructions(
  given: string,
  language: Language,
  hasTopic: (text: string) => boolean,
): string {
  // The user's own role says nothing; what follows it may be a question.
  const text = given
    .replaceAll(chatToken, (_token, role: string | undefined) =>
      role === undefined ? '\n' : `\n${role}: `,
    )
    .replaceAll(/^(?:user|ユーザー)\s*[:：]\s*/gimu, '');
  if (!patterns.some((pattern) => pattern.test(text))) return text.trim();
  const parts = text.match(language === 'ja' ? sentence : englishSentence) ?? [];
  return parts
    .map((part) => withoutOrders(part, hasTopic))
    .join('')
    .trim();
}

function withoutOrders(given: string, hasTopic: (text: string) => boolean): string {
  let rest = given.replace(userRole, ' ');
  for (const pattern of patterns) {
    const match = pattern.exec(rest.slice(0, inspected));
    if (match === null) continue;
    const before = rest.slice(0, match.index).trimEnd();
    const after = rest.slice(match.index + match[0].length).replace(joint, '');
    rest = [before, after].filter(hasTopic).join(' ');
  }
  return rest;
}
