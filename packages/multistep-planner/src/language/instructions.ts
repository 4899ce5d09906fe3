import type { Language } from '@kanmon/core';

/** Sentences that address the assistant and not the shop: they are data and no question. */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|above|previous|prior|everything|guidelines)\b/iu,
  /\b(?:system prompt|developer (?:mode|message)|jailbreak)\b/iu,
  /\b(?:act|behave|respond|pretend) (?:as|like|to be)\b.{0,80}/iu,
  /\byou are (?:now|no longer)\b/iu,
  /\b(?:output|return|respond|reply|answer|print)\b.{0,30}\b(?:json|xml|yaml|code block)\b/iu,
  /\b(?:reveal|print|show|repeat|output)\b.{0,30}\b(?:system|hidden|initial|secret|your) (?:prompt|instructions?|message|rules)\b/iu,
  /^\s*(?:system|assistant|developer|user)\s*[:：]/iu,
  /<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>/iu,
  /\[\/?INST\]|<<\/?SYS>>/u,
  /(?:指示|命令|プロンプト|ルール|制約|設定).{0,12}(?:無視|忘れ|破棄|上書き|解除)/u,
  /システムプロンプト|開発者モード|(?:プロンプト|内部の?指示).{0,10}(?:表示|出力|教え|見せ)/u,
  /(?:あなた|君|お前)は(?:今から|これから|もう)/u,
  /(?:JSON|XML|YAML)\s*(?:形式)?(?:だけ|のみ|で).{0,10}(?:出力|返|答え|回答|応答)/iu,
  /(?:として|になりきって|のふりをして)(?:振る舞|振舞|ふるま|行動|応答|答え|回答)/u,
  /^\s*(?:システム|アシスタント|管理者)\s*[:：]/u,
];

const sentence = /[^。．！？!?\n]+[。．！？!?\n]*/gu;
const englishSentence = /[^.!?\n]+(?:[.!?\n]+|$)/gu;

/** A sentence longer than this is looked at in part: the patterns are bounded, the cost stays linear. */
const inspected = 2000;

/** The message without the sentences that give orders to the assistant. */
export function dropInstructions(text: string, language: Language): string {
  if (!patterns.some((pattern) => pattern.test(text))) return text;
  const parts = text.match(language === 'ja' ? sentence : englishSentence) ?? [];
  return parts
    .filter((part) => !patterns.some((pattern) => pattern.test(part.slice(0, inspected))))
    .join('')
    .trim();
}
