import type { Locale } from '@kanmon/core';

/** Japanese messages of the app by their code; the English ones are written where they arise. */
const japanese: Readonly<Record<string, string>> = {
  unsupported_media_type: 'Content-Type: application/json で送ってください',
  payload_too_large: 'リクエスト本文が上限の {maximum} バイトを超えています',
  invalid_json: 'リクエスト本文が JSON として読めません（UTF-8 の JSON を送ってください）',
  validation_error: 'リクエストの内容に誤りがあります。details を確認してください',
  method_not_allowed: '{allow} を使ってください',
  not_found: '{path} はありません',
  internal_error: 'リクエストを処理できませんでした',
  dialog_conflict: 'この対話の別のターンが先に保存されました。もう一度送ってください',
  idempotency_key_reused:
    'このリクエスト ID は、同じ対話の別の内容に使われています。新しい ID で送ってください',
  search_failed: 'すべての検索が失敗しました',
  answer_failed: '回答を作成できませんでした',
  deadline_exceeded: '検索結果が時間内に得られませんでした',
  aborted: 'ターンは中断されました',
};

/** The message of an error in the client's language; the English one where there is no other. */
export function messageIn(
  locale: Locale,
  code: string,
  english: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = locale === 'ja' ? japanese[code.replaceAll('-', '_')] : undefined;
  if (text === undefined) return english;
  return text.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => String(params[name] ?? ''));
}

/**
 * The language of the messages that a client asks for by `Accept-Language`: Japanese or English,
 * whichever has the higher quality, the first of equals. English where it names neither.
 */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  let best: { readonly locale: Locale; readonly quality: number } = { locale: 'en', quality: 0 };
  for (const part of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const primary = range.split('-', 1)[0];
    if (primary !== 'ja' && primary !== 'en') continue;
    const given = parameters.find((each) => each.startsWith('q='));
    const quality = given === undefined ? 1 : Number(given.slice(2));
    if (quality > best.quality) best = { locale: primary, quality };
  }
  return best.locale;
}
