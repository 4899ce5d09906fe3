import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import type { SynonymSource } from '../vocabulary/terms.ts';
import { defineSynonyms, type SynonymGroup } from './define-synonyms.ts';

/**
 * Synonym groups of general software vocabulary by area, Japanese and English together, separated by `;`.
 * `form, form` is a symmetric group; in `asked > form, form` what is asked may be met by the other forms, and not
 * the other way round. A group joins forms only when a plan with one of them surely does the other: a group that is
 * too broad hides a lost requirement. A form is in one symmetric group only.
 *
 * The groups were written for this package and have its licence.
 */
const groupsByArea = {
  identity: `
ログイン, サインイン, log in, sign in; ログアウト, サインアウト, log out, sign out; 認証, authentication; 認証 > ログイン認証, 本人確認, OAuth, SSO, サインイン, ログイン; 認可, authorization, アクセス制御;
会員登録, サインアップ, sign up, registration, ユーザー登録, アカウント作成; 退会, アカウント削除, 会員退会, delete account; 二要素認証, 2段階認証, 二段階認証, 多要素認証, MFA, 2FA, two-factor authentication, multi-factor authentication;
再設定, リセット, reset; シングルサインオン, SSO; 権限, パーミッション, permission, アクセス権; ロール, 役割, role; パスワード, password; パスワード再設定, パスワードリセット, パスワード再発行, password reset; 管理者, アドミン, admin, administrator;
利用者, ユーザー, user; 顧客, お客様, カスタマー, customer, 得意先; 会員, メンバー, member; プロフィール, profile; 氏名, 名前, full name; メールアドレス, email address; 電話番号, phone number; 招待, invitation;
従業員, 社員, スタッフ, employee, staff; 上長, 上司, supervisor
`,
  data: `
データベース, DB, database; バックアップ, backup; 復元, リストア, restore, 復旧, recover; 移行, マイグレーション, migration; 取り込み, インポート, import, 読み込み; 書き出し, 出力, エクスポート, export; 保存, 保管, save, 格納;
保存期間, 保持期間, 保管期間, retention; 削除, 消去, 消す, 消し, delete, remove, erase; 更新, アップデート, update; 登録, 登録する, register; 検索, サーチ, search, 探す, 探せ, 見つけ; 絞り込み, フィルタ, filter, 絞る, 絞っ, フィルタリング;
並べ替え, ソート, sort, 並び順; 集計, aggregate, 集約; 重複, duplicate, ダブり, 二重; 履歴, ヒストリー, history; 一覧, リスト, list, 一覧表; 索引, インデックス, index; キャッシュ, cache; 同期, sync; 差分, diff, difference, 差異; 件数, count;
複製, コピー, copy, レプリケーション, clone; 変換, コンバート, convert, conversion; 圧縮, compress; 添付, 添付ファイル, attachment; 画像, 写真, image, picture, photo; 動画, ビデオ, video, 映像; 文書, ドキュメント, document, 書類;
スプレッドシート, spreadsheet; 匿名化, anonymize, anonymise, 仮名化; マスキング, 伏せ字, mask, マスク, 伏せる; 名簿, roster; 台帳, ledger; 在庫, inventory, stock, ストック, 在庫数; 棚卸し, stocktaking;
初期値, デフォルト値, 既定値, default value, default; 必須項目, required field, 入力必須; 一括, まとめて, バルク, bulk, 一斉; 読み取り専用, 閲覧のみ, read-only, 参照のみ; 参照, 閲覧, 閲覧する, view, 照会; 編集, edit; 入力, input, 記入, 打ち込み, 入力欄;
抽出, extract, 抜き出し; 照合, 突合, reconcile, matching; アーカイブ, archive; タグ付け, タグ, tag; 分類, classify, 仕分け; ゴミ箱, ごみ箱, trash; 平均, average, mean, 平均値; 合計, total, トータル; 住所, address, アドレス;
座標, 位置情報, 現在地, GPS, location, geolocation
`,
  api: `
Google Cloud, GCP; PostgreSQL, Postgres; JavaScript, JS; TypeScript, TS; Excel, エクセル; PowerPoint, パワポ, パワーポイント; Slack, スラック; Node.js, Node, NodeJS; Azure AD, Entra ID;
連携, 統合, integration, 接続; エンドポイント, endpoint; リクエスト, 要求, request; レスポンス, 応答, response; 応答時間, レスポンスタイム, response time, レイテンシ, latency; ウェブフック, webhook;
流量制限, レート制限, rate limit, throttle, スロットリング; 再試行, リトライ, retry, 再実行, やり直し; 再送, resend, 送り直し; タイムアウト, timeout; ページング, ページネーション, ページ送り, pagination; 非同期, async; 署名, signature, sign; 署名検証, 署名の検証;
配信停止, 購読解除, unsubscribe, オプトアウト, opt out; 購読, subscribe, subscription
`,
  ui: `
画面, ページ, スクリーン, screen, page; ボタン, button; 入力フォーム, フォーム, form; ダークモード, ダークテーマ, dark mode, dark theme; 多言語, 多言語対応, 多言語化, i18n, internationalization, ローカライズ; 表示, 見せる, 見える, display, show, 表示する;
非表示, 隠す, 隠し, hide; ダッシュボード, dashboard; グラフ, チャート, chart, graph, 図表; レスポンシブ, レスポンシブ対応, responsive, スマホ対応, モバイル対応, スマートフォン対応; スマートフォン, スマホ, モバイル端末, mobile; 通知バッジ, バッジ, badge;
ポップアップ, モーダル, ダイアログ, popup, dialog; 下書き, ドラフト, draft; プレビュー, preview; 印刷, プリント, print; 音声読み上げ, 読み上げ, スクリーンリーダー, screen reader; 文字サイズ, フォントサイズ, 文字の大きさ, font size, text size; ドラッグ&ドロップ, ドラッグ;
切り替え, toggle, switch, スイッチ; 自動保存, オートセーブ, autosave, auto-save; オートコンプリート, サジェスト, autocomplete, suggestion; アイコン, icon; 地図, マップ, map; カレンダー, calendar; サムネイル, thumbnail, 縮小画像;
使い方, マニュアル, ガイド, manual, guide; よくある質問, FAQ, Q&A; アクセシビリティ, accessibility, a11y; 元に戻す, undo
`,
  commerce: `
決済, 支払い, payment, checkout, 精算; 返金, 払い戻し, refund; 請求書, インボイス, invoice; 領収書, レシート, receipt; 請求, 課金, billing, charge; 注文, オーダー, order, 発注; 買い物かご, カート, ショッピングカート, cart, basket;
配送, 配達, デリバリー, delivery, shipping; 出荷, 発送, shipment, ship, 出庫; 返品, returns; 返却, 返す, 返し, give back; 見積もり, 見積り, 見積書, estimate, quote, quotation; 割引, discount, 値引き; クーポン, coupon, voucher;
消費税, sales tax, VAT; 納品書, delivery note; 価格, 値段, 料金, price, 単価; 商品, 製品, 品物, product, 品目; 仕入先, サプライヤー, supplier, vendor, 取引先; 契約, contract, 契約書; キャンセル, 取り消し, cancel, 取りやめ;
予約, ブッキング, booking, reservation, 予約受付; 空き状況, 空席状況, availability, 空き枠, 空席, 空室; 送料, 配送料, shipping fee, shipping cost; ポイント, ポイント付与, points; 経費, expense, 費用; 売上, sales, 売上高, revenue;
在庫切れ, 欠品, out of stock, 品切れ, stockout; 受け取り, 受領, receive, pickup; 貸し出し, 貸与, lend; 延滞, overdue; 振り込み, bank transfer; 給与, 給料, salary, payroll; 勤怠, attendance
`,
  scheduling: `
通知, お知らせ, notification, notify, 連絡, 知らせる, アラート, alert, 伝え; 警告, アラーム, warning, alarm; メール, 電子メール, email, Eメール, mail; メール送信, メールを送, メール配信, メールで送; プッシュ通知, push notification;
催促, リマインド, リマインダー, reminder; 送信, 送る, 送り, 送付, 発信, send, 送れ, 送っ; 配信, 配布, distribute, 配る; チャット, chat, トーク; 予定, スケジュール, schedule, 日程; 締め切り, 期限, 期日, deadline, due date, 納期;
有効期限, 使用期限, expiry, expiration, 期限切れ; 定期処理, scheduled job, cron; 毎日, 日次, 日ごと, daily, every day, 1日1回; 毎週, 週次, 週ごと, weekly, every week, 週1回; 毎月, 月次, 月ごと, monthly, every month, 月1回;
毎月末, 月末, 月の最終日; 毎時, 1時間ごと, hourly, every hour; 毎朝, every morning; 夜間, 深夜, overnight, nightly, at night; 平日, weekday; 営業日, business day, working day; 休日, holiday, 祝日;
即時, リアルタイム, real-time, realtime, immediately, すぐに, 直ちに, その場で; 自動, オート, automatic, automated, 自動化, 自動で; 手動, 手作業, manually, 人手; 担当者, 担当, assignee; 割り当て, アサイン, assign, 割り振り;
承認, 承認する, approve, 決裁; 差し戻し, 差し戻す, send back; 却下, reject; 申請, 申し込み, application form, 届け出, 申請書; 問い合わせ, enquiry; 受付, reception; 会議, ミーティング, meeting, 打ち合わせ; 待ち行列, キュー, queue;
順番待ち, waiting list, 整理券, キャンセル待ち; 引き継ぎ, handover; 当番, シフト, shift, 勤務表, 当番表; 共有, シェア, share; 公開, 掲載, publish, publication, 公表; 非公開, 限定公開, private; 原稿, manuscript
`,
  operations: `
監視, モニタリング, monitor; 記録, ログ, log, 書き残; 監査ログ, 操作ログ, audit log, audit trail; アクセスログ, access log; 障害, 不具合, インシデント, incident, failure; 異常, 異常値; 検知, 検出, detect, 見つける; エラー, error, 誤り;
エラー処理, エラーハンドリング; 例外, exception; 無停止, ダウンタイムなし, zero-downtime, without downtime; 停止, 止める, 止め, stop, halt; 再起動, リスタート, restart, reboot; 起動, boot, startup; 負荷分散, ロードバランシング, ロードバランサ;
単体テスト, ユニットテスト, unit test; 結合テスト, 統合テスト, integration test; 回帰テスト, リグレッションテスト, regression test; テスト, 試験, test; 入力チェック, バリデーション, validation, 検証; 動作確認, smoke test; ステージング, ステージング環境, staging;
本番, production; デプロイ, 展開, deploy, deployment; 巻き戻し, 切り戻し, ロールバック, rollback; gradual, カナリア; 稼働率, uptime; 性能, パフォーマンス, performance; 温度, 気温, temperature; 湿度, humidity; 計測, 測定, measure, 計る;
点検, 検査, inspection; 保守, メンテナンス, maintenance; 修理, repair, 修繕; 部品, パーツ, part, component; 機器, 装置, デバイス, 端末, device, equipment; 遠隔, リモート, remote; オフライン, 圏外, offline, 電波のない; threshold, 基準値;
上限, 最大値, upper limit, maximum, 限度; 下限, lower limit, minimum; 容量, サイズ, capacity, size; ヘルスチェック, 死活監視, health check
`,
  security: `
暗号化, encrypt; 個人情報, パーソナルデータ, personal data; 脆弱性, vulnerability; 証明書, certificate; 同意, consent, 承諾; ロックアウト, lockout; ロック, 施錠, lock, 凍結; 失効, 無効化, revoke, invalidation, 無効に;
有効化, アクティベート, activate, 有効に; セッション, session; ウイルス, マルウェア, virus; 遮断, ブロック, block, 拒否
`,
  ml: `
推薦, レコメンド, おすすめ, recommendation, お勧め; 予測, forecast, prediction; 学習, トレーニング, training; 機械学習, machine learning, ML; 要約, サマリー, summary, summarize; 翻訳, translation;
文字起こし, 書き起こし, 音声認識, transcription, transcribe; 音声, voice, audio; 精度, 正解率, accuracy
`,
  project: `
レポート, 報告書, report, 報告; 手順書, runbook, 手順; 店舗, ショップ, 支店, shop; 倉庫, warehouse, 物流倉庫; 工場, factory, plant; 病院, 医療機関, hospital; 患者, patient; 学校, school; 生徒, 児童, pupil; 保護者, parent, guardian;
教員, 先生, teacher; 車両, 自動車, vehicle; 運転手, ドライバー, driver; 経路, ルート, route; 電子署名, e-signature; バーコード, barcode, bar code; 二次元コード, QRコード, QR code, QR; 廃止, discontinue;
書式, フォーマット, 様式, format, テンプレート, ひな形, template
`,
};

/** Areas of the built-in groups. */
export type SynonymArea = keyof typeof groupsByArea;

// Object.keys drops the type of the keys.
const synonymAreas = /* @__PURE__ */ Object.keys(groupsByArea) as readonly SynonymArea[];
const sources = new Map<string, SynonymSource>();

/** Returns the built-in groups, of all areas or of some, as a source. Each selection is built once. */
export function builtinSynonyms(
  options: { readonly areas?: readonly SynonymArea[] } = {},
): SynonymSource {
  checkOptions(options, 'areas', 'builtinSynonyms(options)');
  const { areas = synonymAreas } = options;
  const unknown = areas.find((area) => !synonymAreas.includes(area));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `expected areas of ${synonymAreas.join(', ')}, got ${JSON.stringify(unknown)}`,
    );
  const selected = synonymAreas.filter((area) => areas.includes(area));
  const key = selected.join(' ');
  const source =
    sources.get(key) ?? defineSynonyms(selected.flatMap(builtinGroups), { name: 'builtin' });
  sources.set(key, source);
  return source;
}

/** Returns the groups of one area, in order. */
export function builtinGroups(area: SynonymArea): readonly SynonymGroup[] {
  return groupsByArea[area].split(';').map((group) => {
    const [from = [], to] = group
      .split('>')
      .map((side) => side.split(',').map((form) => form.trim()));
    return to === undefined ? from : { from, to };
  });
}

/** Returns the katakana words of all groups. */
export function builtinKatakana(): readonly string[] {
  return Object.values(groupsByArea).flatMap((groups) => groups.match(/[ァ-ヶー]{2,12}/g) ?? []);
}
