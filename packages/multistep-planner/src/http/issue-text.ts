import type { Locale } from '@kanmon/core';
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

/** What is wrong with one member of a body. The English text is that of the schema. */
export function issueText(issue: Issue, locale: Locale): string {
  return locale === 'ja' ? japaneseText(issue) : issue.message;
}

function japaneseText(issue: Issue): string {
  if (issue.code === 'invalid_type') return `値がないか、型が違います（必要: ${issue.expected}）`;
  if (issue.code === 'too_small') return `${issue.minimum} 以上にしてください`;
  if (issue.code === 'too_big') return `${issue.maximum} 以下にしてください`;
  if (issue.code === 'invalid_format') return '形式が正しくありません';
  if (issue.code === 'invalid_value') {
    return `次のいずれかにしてください: ${issue.values.map(String).join(', ')}`;
  }
  return issue.code === 'custom' ? customText(issue.message) : issue.message;
}

const customTexts: ReadonlyMap<string, string> = new Map([
  ['expected a message that is not blank', '空でないメッセージにしてください'],
  ['expected a query that is not blank', '空でない検索語にしてください'],
]);

function customText(message: string): string {
  const [, characters] = /^expected at most (\d+) characters$/u.exec(message) ?? [];
  if (characters !== undefined) return `${characters} 文字以内にしてください`;
  const [, keys, levels] = /^expected at most (\d+) keys and (\d+) levels$/u.exec(message) ?? [];
  if (levels !== undefined) return `${keys} 項目以内・深さ ${levels} 以内にしてください`;
  return customTexts.get(message) ?? message;
}
