/**
 * Synonym groups, one a line: `area | form, form, ... | note`; `area | asked > may be met by, ... | note`
 * for one direction only. A line joins forms only when a plan that says one surely does the other: an
 * over-broad group hides a lost requirement, which is the worse error. A form stands in two symmetric
 * groups only where both lines carry a note.
 */
export const builtinGroups = `
identity | ログイン, サインイン, log in, sign in, login, signin
identity | ログアウト, サインアウト, log out, sign out, logout
identity | 認証, authentication, authenticate, オーセンティケーション
identity | 認証 > ログイン認証, 本人確認, OAuth, SSO, サインイン, ログイン
identity | 認可, authorization, authorize, アクセス制御, access control
identity | 会員登録, 新規登録, サインアップ, sign up, signup, registration, ユーザー登録, アカウント作成
identity | 退会, アカウント削除, 会員退会, account deletion, delete account
identity | 二要素認証, 2要素認証, 2段階認証, 二段階認証, 多要素認証, MFA, 2FA, two-factor authentication, multi-factor authentication, ワンタイムパスワード認証
identity | 再設定, リセット, reset
identity | シングルサインオン, SSO, single sign-on
identity | 権限, パーミッション, permission, アクセス権, access right
identity | ロール, 役割, role
identity | パスワード, password, passcode
identity | パスワード再設定, パスワードリセット, パスワード再発行, password reset, reset password
identity | 管理者, アドミン, admin, administrator
identity | 利用者, ユーザー, user, エンドユーザー
identity | 顧客, お客様, カスタマー, customer, 得意先
identity | 会員, メンバー, member
identity | プロフィール, profile
identity | 氏名, 名前, full name
identity | メールアドレス, email address, e-mail address
identity | 電話番号, phone number, 電話 番号
identity | 招待, invitation, invite
identity | 従業員, 社員, スタッフ, employee, staff
identity | 権限管理 > ロール, RBAC, アクセス制御
identity | 生体認証, biometric authentication, 指紋認証, 顔認証
identity | 上長, 上司, supervisor, 直属の上司
data | データベース, DB, database
data | バックアップ, backup, back up
data | 復元, リストア, restore, 復旧, recovery, recover
data | 移行, マイグレーション, migration, migrate, 移し替え
data | 取り込み, 取込, インポート, import, 読み込み
data | 書き出し, 出力, エクスポート, export, 吐き出し
data | 保存, 保管, save, 格納
data | 保存期間, 保持期間, 保管期間, retention period, retention
data | 削除, 消去, 抹消, 消す, 消し, delete, deletion, remove, removal, erase
data | 論理削除, ソフトデリート, soft delete
data | 更新, アップデート, update
data | 登録, 登録する, register
data | 検索, サーチ, search, 探す, 探せ, 見つけ
data | 全文検索, full-text search, フルテキスト検索
data | 絞り込み, フィルタ, フィルター, filter, 絞る, 絞っ, フィルタリング
data | 並べ替え, 並び替え, ソート, sort, 整列, ソーティング, 並び順
data | 集計, アグリゲーション, aggregate, aggregation, 合算, 集約
data | 重複, duplicate, ダブり, 二重
data | 重複排除, 重複除去, 名寄せ, dedupe, deduplication, deduplicate
data | 履歴, ヒストリー, history, 経緯, 変更の記録
data | 一覧, リスト, list, 一覧表
data | 索引, インデックス, index
data | キャッシュ, cache, caching
data | 同期, シンク, sync, synchronization, synchronize, 同期化
data | 差分, diff, difference, 差異
data | 件数, count, 数件
data | 複製, コピー, copy, レプリケーション, clone
data | 変換, コンバート, convert, conversion
data | 圧縮, compress, compression
data | 添付, 添付ファイル, attachment, attach, アタッチ
data | 画像, 写真, image, picture, photo, 画像ファイル
data | 動画, ビデオ, video, ムービー, 映像
data | 文書, ドキュメント, document, 書類
data | 表計算 > Excel, スプレッドシート, spreadsheet
data | スプレッドシート, spreadsheet, 表計算シート
data | 匿名化, anonymize, anonymise, anonymization, 仮名化, 匿名加工
data | マスキング, 伏せ字, mask, masking, マスク, 伏せる, 伏字
data | 名簿, roster, 一覧名簿
data | 台帳, ledger, 登録簿
data | 在庫, inventory, stock, ストック, 在庫数
data | 棚卸し, 棚卸, stocktaking, 実地棚卸, 在庫確認作業
data | 版管理, バージョン管理, version control, versioning
data | 初期値, デフォルト値, 既定値, default value, default
data | 必須項目, required field, 入力必須
data | 一括, まとめて, バルク, bulk, 一斉
data | 一括登録, まとめて登録, bulk registration, 一括取り込み
data | 読み取り専用, 閲覧のみ, read-only, リードオンリー, 参照のみ
data | 参照, 閲覧, 閲覧する, view, 照会
data | 編集, edit, editing, エディット
data | 入力, input, 記入, 打ち込み, 入力欄
data | 抽出, extract, extraction, 抜き出し
data | 照合, 突合, 突き合わせ, reconcile, reconciliation, matching
data | 仕訳, journal entry, 仕訳伝票
data | アーカイブ, 書庫化, archive, archiving, 長期保管
data | タグ付け, タグ, tag, tagging, ラベル付け
data | 分類, カテゴリ分け, classify, classification, 仕分け, カテゴライズ
data | しおり, ブックマーク, bookmark
data | ゴミ箱, ごみ箱, trash, recycle bin
data | 平均, average, mean, 平均値
data | 合計, 総計, total, トータル
data | 住所, 所在地, address, アドレス
data | 座標, 位置情報, 現在地, GPS, location, geolocation
api | 連携, 統合, integration, integrate, つなぎ込み, 接続
api | エンドポイント, endpoint
api | リクエスト, 要求, request
api | レスポンス, 応答, response, 返答
api | 応答時間, レスポンスタイム, response time, レイテンシ, latency, 応答速度
api | ウェブフック, webhook, Webhook通知
api | 流量制限, レート制限, レートリミット, rate limit, rate limiting, throttle, throttling, スロットリング, 呼び出し制限
api | 再試行, リトライ, retry, retries, 再実行, やり直し
api | 再送, resend, 送り直し, 再送信
api | タイムアウト, timeout, 時間切れ
api | ページング, ページネーション, ページ送り, pagination, paginate, paging
api | 非同期, asynchronous, async
api | 冪等, 冪等性, idempotent, idempotency
api | 外部連携, 外部システム連携, external integration, third-party integration
api | 署名, signature, sign
api | 署名検証, 署名の検証, signature verification, verify signature
api | 配信停止, 購読解除, unsubscribe, オプトアウト, opt out
api | 購読, サブスクライブ, subscribe, subscription
ui | 画面, ページ, スクリーン, screen, page, 画面上
ui | ボタン, button
ui | 入力フォーム, フォーム, form
ui | ダークモード, ダークテーマ, 暗色テーマ, dark mode, dark theme
ui | 多言語, 多言語対応, 多言語化, 国際化, i18n, internationalization, localization, 英語対応, ローカライズ
ui | 表示, 見せる, 見える, display, show, 表示する
ui | 非表示, 隠す, 隠し, hide, hidden
ui | 確認画面, 確認ページ, confirmation screen, confirmation page
ui | ダッシュボード, dashboard
ui | グラフ, チャート, chart, graph, 図表
ui | レスポンシブ, レスポンシブ対応, responsive, スマホ対応, モバイル対応, スマートフォン対応
ui | スマートフォン, スマホ, smartphone, モバイル端末, 携帯端末, mobile
ui | 通知バッジ, バッジ, badge
ui | ポップアップ, モーダル, ダイアログ, popup, modal, dialog
ui | 下書き, ドラフト, draft
ui | 下書き保存, 一時保存, save draft, 途中保存
ui | プレビュー, 事前確認, preview, 仮表示
ui | 印刷, プリント, print, printing, 紙に出す
ui | お気に入り, ブックマーク登録, favorites, favourites, favorite
ui | 音声読み上げ, 読み上げ, スクリーンリーダー, screen reader, text-to-speech
ui | 文字サイズ, フォントサイズ, 文字の大きさ, font size, text size
ui | ドラッグ&ドロップ, ドラッグ, drag and drop, drag-and-drop
ui | 切り替え, 切替, toggle, switch, スイッチ, 切り換え
ui | 自動保存, オートセーブ, autosave, auto-save
ui | 自動補完, 入力補完, オートコンプリート, サジェスト, autocomplete, suggestion
ui | ツールチップ, 吹き出し, tooltip
ui | アイコン, icon
ui | 目次, もくじ, table of contents, TOC
ui | 見出し, heading, ヘッディング
ui | 縦書き, 縦組み, vertical writing
ui | 地図, マップ, map
ui | カレンダー, calendar, カレンダー表示
ui | サムネイル, thumbnail, 縮小画像
ui | 使い方, 操作手順, 操作説明, マニュアル, 手引き, ガイド, manual, guide
ui | よくある質問, FAQ, Q&A
ui | アクセシビリティ, accessibility, a11y
ui | 元に戻す, 取り消し操作, undo, アンドゥ
commerce | 決済, 支払い, ペイメント, payment, checkout, 精算
commerce | 返金, 払い戻し, 払戻し, refund, リファンド, キャッシュバック
commerce | 請求書, インボイス, invoice, 請求明細
commerce | 領収書, レシート, receipt
commerce | 請求, 課金, billing, charge, 請求処理
commerce | 注文, オーダー, order, 発注
commerce | 注文履歴, 購入履歴, order history, purchase history
commerce | 受注, 注文受付, order intake
commerce | 買い物かご, カート, ショッピングカート, cart, shopping cart, basket, 買い物カゴ
commerce | 配送, 配達, デリバリー, delivery, shipping, 配送業務
commerce | 出荷, 発送, shipment, ship, 出庫
commerce | 返品, 返却品, return of goods, product return, returns
commerce | 返却, 返す, 返し, give back
commerce | 見積もり, 見積り, 見積, 見積書, estimate, quote, quotation
commerce | 割引, ディスカウント, discount, 値引き
commerce | クーポン, 割引券, coupon, voucher
commerce | 税率, tax rate, 消費税率
commerce | 消費税, sales tax, VAT
commerce | 納品, 納入
commerce | 納品書, 納入書, delivery note
commerce | 価格, 値段, 料金, price, 単価
commerce | 商品, 製品, 品物, product, 品目
commerce | 仕入先, 仕入れ先, サプライヤー, supplier, vendor, 取引先
commerce | 契約, contract, 契約書
commerce | 解約, キャンセル手続き, 契約解除, contract cancellation
commerce | キャンセル, 取り消し, 取消, cancel, cancellation, 取りやめ
commerce | 予約, ブッキング, booking, reservation, reserve, 予約受付
commerce | 空き状況, 空席状況, 空室状況, availability, 空き枠, 空席, 空室
commerce | 送料, 配送料, shipping fee, shipping cost
commerce | ポイント, ポイント付与, loyalty points, points
commerce | 経費, expense, 費用
commerce | 経費精算, 立替精算, expense reimbursement, expense report
commerce | 売上, 売り上げ, sales, 売上高, revenue
commerce | 在庫切れ, 欠品, out of stock, 品切れ, stockout
commerce | 受け取り, 受取, 受領, receive, pickup, pick up
commerce | 貸し出し, 貸出, 貸与, lend, lending, checkout of items
commerce | 延滞, 返却遅れ, overdue, 期限超過
commerce | 督促, dunning, reminder letter
commerce | 代引き, 代金引換, cash on delivery
commerce | 振り込み, 振込, 銀行振込, bank transfer, wire transfer
commerce | 給与, 給料, salary, payroll
commerce | 勤怠, 出退勤, attendance, 勤務時間の記録
commerce | 打刻, タイムカード, clock in, time stamp
commerce | 有給休暇, 有休, 年次休暇, paid leave
commerce | 送り状, 配送伝票, shipping label, waybill
commerce | 追跡番号, 伝票番号, 問い合わせ番号, tracking number
scheduling | 通知, お知らせ, 知らせ, notification, notify, 連絡, 知らせる, アラート, alert, 伝え
scheduling | 警告, アラーム, warning, alarm, warn
scheduling | メール, 電子メール, email, e-mail, Eメール, mail
scheduling | メール送信, メールを送, メール配信, メールで送, email sending, send email
scheduling | プッシュ通知, push notification, プッシュ配信, アプリ通知
scheduling | 催促, リマインド, リマインダー, reminder, remind, 再通知
scheduling | 送信, 送る, 送り, 送付, 発信, send, 送れ, 送っ
scheduling | 受信, receive message
scheduling | 配信, 配布, distribute, distribution, deliver messages, 配る
scheduling | チャット, chat, メッセージング, トーク
scheduling | 予定, スケジュール, schedule, 日程
scheduling | 日程調整, スケジュール調整
scheduling | 締め切り, 締切, 期限, 期日, deadline, due date, 納期
scheduling | 有効期限, 使用期限, expiration date, expiry, expiration, 失効日, 期限切れ
scheduling | 定期実行, 定期処理, バッチ実行, scheduled job, cron, 定時実行, 定時処理
scheduling | 毎日, 日次, 日ごと, daily, every day, 1日1回, デイリー
scheduling | 毎週, 週次, 週ごと, weekly, every week, 週1回
scheduling | 毎月, 月次, 月ごと, monthly, every month, 月1回
scheduling | 毎月末, 月末, 月の最終日, end of month, end of each month, month end
scheduling | 毎時, 1時間ごと, hourly, every hour
scheduling | 毎朝, every morning
scheduling | 夜間, 深夜, overnight, nightly, at night, 夜間帯
scheduling | 平日, weekday, weekdays
scheduling | 営業日, business day, working day, 稼働日
scheduling | 休業日, 定休日, 休日, holiday, 祝日
scheduling | 即時, リアルタイム, real-time, realtime, immediately, すぐに, 直ちに, その場で
scheduling | 自動, オート, automatic, automatically, automated, 自動化, 自動で
scheduling | 手動, 手作業, manual operation, manually, 人手
scheduling | 担当者, 担当, 受け持ち, assignee, person in charge
scheduling | 割り当て, 割当, アサイン, assign, assignment, 割り振り
scheduling | 承認, 承認する, approve, approval, 決裁
scheduling | 差し戻し, 差戻し, 差し戻す, send back, return for revision, 却下して戻
scheduling | 却下, 否認, reject, rejection, 不承認
scheduling | 申請, 申し込み, 申込, application form, 届け出, 申請書
scheduling | 問い合わせ, 問合せ, inquiry, enquiry, contact form, 照会窓口
scheduling | 受付, 受け付け, reception, 受付窓口
scheduling | 会議, ミーティング, meeting, 打ち合わせ
scheduling | 議事録, minutes of meeting, meeting minutes
scheduling | 待ち行列, キュー, queue, queueing
scheduling | 順番待ち, 待ち順, waiting list, waitlist, 整理券, キャンセル待ち
scheduling | 引き継ぎ, 引継ぎ, handover, 申し送り
scheduling | 当番, シフト, shift, 勤務表, 当番表
scheduling | 夜勤, 夜間勤務, night shift
scheduling | 共有, シェア, share, sharing
scheduling | 公開, 掲載, publish, publication, 公表
scheduling | 非公開, 限定公開, private, unpublished
scheduling | 予約投稿, 公開予約, scheduled publishing, schedule post, 予約公開
scheduling | 校正, ゲラ確認, proofreading, proofread
scheduling | 入稿, submit manuscript, 原稿提出
scheduling | 原稿, manuscript, 草稿
scheduling | 査読, ピアレビュー, peer review
scheduling | 改訂, 改版, revision, revise
operations | 監視, モニタリング, monitor, monitoring, 見張り
operations | 記録, ログ, log, logging, 書き残
operations | 監査ログ, 操作ログ, 監査証跡, 操作履歴, audit log, audit trail
operations | アクセスログ, 閲覧記録, access log
operations | 障害, 不具合, インシデント, incident, failure, 故障
operations | 異常, 異状, anomaly, abnormality, 異常値
operations | 異常検知, 異常検出, anomaly detection
operations | 検知, 検出, detect, detection, 見つける
operations | エラー, error, 誤り
operations | エラー処理, エラーハンドリング, 例外処理, error handling, 異常系処理
operations | 例外, exception
operations | 冗長化, 二重化, redundancy, redundant, 多重化
operations | 無停止, ダウンタイムなし, 停止なし, zero-downtime, zero downtime, without downtime, no downtime
operations | 停止, 止める, 止め, stop, halt
operations | 再起動, リスタート, restart, reboot
operations | 起動, スタートアップ, boot, startup, 立ち上げ
operations | 負荷分散, ロードバランシング, ロードバランサ, load balancing, load balancer
operations | 負荷試験, 負荷テスト, ロードテスト, load test, load testing, ストレステスト
operations | 単体テスト, ユニットテスト, unit test, unit tests, 単体試験
operations | 結合テスト, 統合テスト, integration test, 結合試験
operations | 回帰テスト, リグレッションテスト, regression test
operations | 自動テスト, テスト自動化, automated test, test automation
operations | テスト, 試験, test, testing
operations | 入力チェック, バリデーション, 入力検証, validation, validate, input validation, 検証, 形式チェック
operations | 動作確認, 稼働確認, 疎通テスト, smoke test
operations | 検証環境, ステージング, ステージング環境, staging
operations | 本番, 本番環境, production
operations | デプロイ, 配備, 展開, deploy, deployment
operations | 巻き戻し, 切り戻し, ロールバック, rollback, roll back
operations | 段階的, 段階公開, 段階リリース, staged rollout, gradual, gradually, カナリア
operations | 稼働率, 可用性, uptime, availability rate
operations | 性能, パフォーマンス, performance, 処理性能
operations | 高速化, 速度改善, speed up
operations | 処理時間, 実行時間, processing time
operations | 電池残量, バッテリー残量, battery level
operations | 省電力, 低消費電力, power saving, low power
operations | 温度, 気温, temperature
operations | 湿度, humidity
operations | 計測, 測定, measure, measurement, 計る
operations | 校正作業, キャリブレーション, calibration, calibrate
operations | 点検, 検査, inspection, inspect
operations | 保守, メンテナンス, maintenance
operations | 修理, リペア, repair, 修繕
operations | 部品, パーツ, part, component
operations | 機器, 装置, デバイス, 端末, device, equipment
operations | ファームウェア, firmware, 組込みソフト
operations | 遠隔操作, リモート操作, リモコン操作, remote control
operations | 遠隔, リモート, remote
operations | オフライン, 圏外, offline, 通信できない, 電波のない, ネットに繋がらない
operations | 閾値, しきい値, threshold, 基準値
operations | 上限, 最大値, upper limit, maximum, 限度
operations | 下限, 最小値, lower limit, minimum
operations | 容量, サイズ, capacity, size
operations | 自動復旧, 自動復帰, self-healing, automatic recovery
operations | ヘルスチェック, 死活監視, health check
security | 暗号化, encrypt, encryption, エンクリプション
security | 通信暗号化, 通信の暗号化 > TLS, HTTPS, SSL
security | encryption in transit > TLS, HTTPS
security | 個人情報, パーソナルデータ, personal data, personal information, PII
security | 脆弱性, vulnerability, セキュリティホール
security | 脆弱性診断, セキュリティ診断, vulnerability scan, penetration test
security | 不正アクセス, unauthorized access, 不正侵入
security | 不正ログイン, なりすましログイン, unauthorized login
security | 総当たり攻撃 > アカウントロック, ログイン試行回数
security | 機密情報, 秘密情報, confidential information, secrets, 機密データ
security | 暗号鍵, encryption key
security | 証明書, certificate
security | 同意, コンセント, consent, 承諾
security | アカウントロック, ロックアウト, account lock, account lockout, lockout
security | ロック, 施錠, lock, 凍結
security | 失効, 無効化, revoke, invalidation, invalidate, 無効に
security | 有効化, アクティベート, activate, activation, 有効に
security | セッション, session
security | 権限昇格, privilege escalation
security | ウイルス, マルウェア, malware, virus
security | 遮断, ブロック, block, 拒否
ml | 推薦, レコメンド, おすすめ, recommendation, recommend, お勧め
ml | 予測, フォーキャスト, forecast, prediction, predict
ml | 学習, トレーニング, training, train
ml | 機械学習, マシンラーニング, machine learning, ML
ml | 要約, サマリー, summary, summarize, summarization
ml | 翻訳, translation, translate
ml | 文字起こし, 書き起こし, 音声認識, transcription, transcribe, speech-to-text
ml | 文字認識, OCR, 文字読み取り
ml | 音声, ボイス, voice, audio
ml | 特徴量, フィーチャー, feature vector
ml | 評価指標, メトリクス, metric, metrics, 指標
ml | 精度, 正解率, accuracy
ml | 需要予測, demand forecast, demand forecasting
project | 帳票, 伝票帳票, レポート帳票, form report
project | レポート, 報告書, report, 報告
project | 手順書, マニュアル文書, runbook, 手順
project | 設計書, design document
project | 費用対効果, ROI, return on investment
project | 店舗, ショップ, 支店, shop
project | 倉庫, warehouse, 物流倉庫
project | 工場, factory, plant
project | 病院, 医療機関, hospital
project | 患者, patient
project | 学校, school
project | 生徒, 児童, pupil
project | 保護者, 親御さん, parent, guardian
project | 教員, 教師, 先生, teacher
project | 責任者, 管理責任者, 統括者, person responsible
project | 車両, 自動車, vehicle
project | 運転手, ドライバー, driver
project | 経路, ルート, route
project | 電子署名, 電子サイン, e-signature, electronic signature
project | バーコード, barcode, bar code
project | 二次元コード, QRコード, QR code, QR
project | 廃止, 撤廃, abolish, discontinue
project | 書式, フォーマット, 様式, format, テンプレート, ひな形, template
`;
