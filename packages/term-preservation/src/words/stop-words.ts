import { buildTable, wordSet } from '../text/lexicon.ts';

// The lists of this folder were written for this package and have its licence.

/** Function words and clause words. They end a run of words and are never terms. */
export const englishFunctionWords = /* @__PURE__ */ wordSet(`
a an the this that these those it its they them their there here we us our you your he she his her i me my
who whom whose which what when where why how if then else than because so as while until unless since once whether though although
and or but nor yet not no none neither either both
of in on at to from by for with without within into onto over under above below between among across through during before after about against
behind per via toward towards upon off out up down around along beyond except outside inside beside like unlike near
is are was were be been being am do does did done doing have has had having can could may might must shall should will would cannot
s i'd i'm i'll we're we'd we'll it's that's let's isn't aren't don't doesn't won't can't shouldn't must_not
let lets get gets got just also only even still too very more most less least much many few several some any all each every other others another such same own
new existing current currently already now always never again soon later ever
please thanks thank etc e.g i.e
able available possible necessary required needed appropriate proper properly correct correctly
e.g. i.e. vs
one ones else both
sure exact exactly whole entire
way ways thing things lot bit case cases
today tomorrow next last first # positions; "first name" is given as a custom term when it matters
least most rather instead otherwise
whenever wherever anyone everyone someone nobody something everything anything nothing
ago apart together back away
older newer higher lower longer shorter greater fewer bigger smaller
`);

/** Auxiliary and planning verbs. They describe planning, not what is requested. */
export const englishPlanningVerbs = /* @__PURE__ */ wordSet(`
add adds added adding implement implements support supports supported supporting make makes making made build builds built building
ensure create creates created provide provides provided providing enable allow allows allowed allowing want wants wanted need needs like
keep keeps keeping kept show shows shown display displays displayed include includes including included set sets setting give gives given
use uses used using work works handle handles handled put puts go goes come comes take takes taken
introduce develop start starts begin stop finish end ends help helps try tries
write writes run runs prepare become becomes say says see sees know look looks happen happens
accept accepts apply applies define defines found find finds fix fixes change changes changed changing update updates updated updating
turn turns bring offer offers serve serves meet consider decide perform
call called bump reach reaches reached exceed exceeds exceeded contain contains leave leaves based wish hope plan plans planned rework extend improve
send sends sending sent generate generated tell tells told lose loses losing waits misses survive survives replace replaces replaced returned returning usable useful painless disabled
once twice
exclude excluding excluded omit postpone defer defers deferred
expect expects cost costs arrive arrives enter enters land lands produce well
fails occurs arrives exists passes stay stays remain remains
require requires requiring mean means move moves moved raise lower increase reduce cut switch exempt
`);

/** Nouns that name nothing alone. After a modifier they are removed (login feature: login). */
const englishPlanningNouns = /* @__PURE__ */ wordSet(`
feature features functionality function functionalities implementation requirement requirements task tasks work
support development project system systems capability capabilities option options ability
step steps release releases version versions thing things stuff part parts
`);

/** Work verbs that are too vague to be terms. Elsewhere they are nouns of a run (rate limit, alt text). */
export const englishVagueVerbs = /* @__PURE__ */ wordSet(
  'limit text rest return answer report miss load pull wait waste store record list score publish process read save page',
);
/** Planning verbs that close a noun phrase: kitchen display, price change. */
export const englishNounVerbs = /* @__PURE__ */ wordSet(
  'change update display start use plan run call set switch show increase decrease build work',
);

/**
 * Verbs that name the work when they open a clause: "archive invoices" asks for archiving.
 * Elsewhere they are read as nouns of a run ("search results"). A star marks those that are nouns as often.
 */
const workVerbs = /* @__PURE__ */ wordSet(`
aggregate alert* anonymize anonymise approve archive assign attach audit* authenticate authorize auto-save autosave backfill backup* ban batch* block* book* broadcast bundle
cache* calculate calibrate cancel capture categorize charge* check* checkpoint classify clean clone collect combine compare compress compute confirm convert copy* count crop*
decrypt deduplicate delete deliver deploy deprecate detect disable dispatch download* drop* duplicate edit* email* encrypt enforce enqueue escalate estimate* evict expire explain export*
fetch filter* flag* forecast forward* generate geocode group* hash* hide highlight import* index* ingest inject inspect integrate invalidate invite invoice* issue*
label* limit* link* list* localize localise lock* log* mask match* measure merge message* migrate mirror moderate monitor mute notify
obfuscate optimize order* overwrite page* paginate parse partition paste pause* pin* poll* post* preload prefetch preview* print* prioritize process* propagate protect prune publish purge* push*
query* queue* quarantine rank* rate-limit read reassign rebuild recalculate recommend reconcile record* recover redact redirect refresh refund* regenerate register* reindex reject remind remove rename render renew reopen reorder replace replay* replicate reply* report* request* reschedule reserve reset* resize resolve restore restrict resume retain retire retry* return* reuse revert review* revoke rewrite roll* rotate round* route*
sample* sanitize save* scan* schedule* score* scroll search* segment* select send* share* shard* ship show sign skip snapshot sort* split stagger* store* stream* strip submit subscribe summarize suspend sync synchronize
tag* test* throttle toggle trace track* transcode transcribe transfer* transform translate trigger* trim truncate
undo unify unlock unsubscribe upgrade* upload* upsert validate verify version* view* warm warn watermark withdraw wrap* zip ask log-in rest* miss* load* pull* wait* waste* text* answer* sign-in
`);
export const englishWorkVerbs = /* @__PURE__ */ buildTable(
  () => new Set([...workVerbs].map((verb) => verb.replace('*', ''))),
);
/** Work verbs that are nouns as often. They are verbs only before a determiner, a literal or a plural. */
export const ambiguousWorkVerbs = /* @__PURE__ */ buildTable(
  () =>
    new Set([...workVerbs].filter((verb) => verb.endsWith('*')).map((verb) => verb.slice(0, -1))),
);

/** Planning nouns: not terms alone, and removed after a modifier (認証機能: 認証). */
const japanesePlanningNouns = /* @__PURE__ */ wordSet(
  '機能 実装 追加 作成 対応 修正 変更 設定 開発 構築 改修 整備 改善 導入 実現',
);

/** Words that end in a planning noun and name the wish only as a whole. */
export const japaneseWholeWords = /* @__PURE__ */ wordSet(`
初期設定 通知設定 予約変更
名義変更 多言語対応
`);

/** Single words that are not terms: formal nouns, adverbs, time adjuncts, words of asking. */
const japaneseStopWords = /* @__PURE__ */ wordSet(`
場合 必要 可能 不要 以下 以上 以内 以外 未満 以前 以降 今回 次回 前回 現在 最初 最後 最新 全部 全体 全て 一部 一覧化 自分 自身 同様 同時 同一 簡単 重要 大切
先日 今後 当面 将来 現状 従来 既存 新規 新た 以来 途中 直前 直後 随時 適宜 適切 随分 今日 明日 昨日 今月 来月 先月 今年 来年 今週 来週 毎回 都度 最低 最大 最小
希望 要望 要件 仕様 要求 依頼 相談 検討 考慮 想定 予定 準備 完了 開始 終了 実施 実行 利用 使用 活用 提供 用意
方法 方式 方針 形 形式 状態 状況 内容 種類 目的 理由 原因 結果的 基本 基本的 原則 具体的 一般的 自動的 定期的 最終的 全般 部分 箇所 個所 場所 場面 際 時 方 点 例 他 後 前 中 上 下 内 外 間 別 毎 等 者 側 物 事 為 様 的 性 順 分 日 月 年 何 誰 全 各 今 次 同 本 当 身 手 目 気 口 先 元 度 回 数 度合 程度 位 用
複数 個々 各々 其々 一緒 一度 一旦 一番 一方 一応 一気 十分 多数 少数 多く 少し 特定 任意 両方 双方 片方 無事 是非 勿論 非常 大変 結構 沢山 色々 様々 極力 普段 通常 通り 本当 絶対 確実 迅速 早急 至急 即座 常時 常 既 未 再度 改 必須 可 不可 有無 対象 対象外 範囲外 除外 前提 条件 フェーズ スコープ タスク プロジェクト システム リリース バージョン
及 又 並 且 若 但 因 更 尚 皆 々 共 互 逆 無 有 未定 別途 別々 後日 後回 次期 初期 当初 段階 現場 人 我々 弊社 御社 当社 自社 もの こと ため
発生 存在 意味 問題 影響 関係 関連 該当 相当 適用 反映 考 行 思 言 見 出 来 入 使 作 持 取 受 付 変 増 減 選 送 開 閉 戻 残 消 始 終 止 動 知 探 待 置 押 書 読 聞 話 起 続 進 決 求 防 守 直 済 足 引 切 替 組 合 立 落 違 超 絞 届 渡 含 除 示 促 伝 設 備 伴 応 基 沿 従 限 向 経 経過 至 加 与 得 失 避 許 任 委 保 抑 支 省 比 異 似 近 遠 高 低 多 少 大 小 長 短 新 古 早 速 遅 良 悪 強 弱 深 浅 広 狭 重 軽 太 細 厚 薄 明 暗 安 易 難 正 誤 白 黒 赤 青
場 下回し 上回し 下回り 上回り 二重 二度 受け付け 取り組み 取り入れ 見直し 取り出し 両者 お願 御願 頂 致 申 お願い 計画 上記 下記 前述 後述 先程 側面
`);

/** General words. They have a low weight when another word modifies them. */
export const genericWords = /* @__PURE__ */ wordSet(`
画面 一覧 情報 データ 結果 ページ 項目 処理 ボタン 値 文 表 欄 件数 リスト ファイル 名前 管理 制限 指定 参照 許可 検討 記録 処理 計算 統一 送信 受信 通知 連絡 保存 管理 確認 表示 入力 出力 登録 操作 業務 作業 サービス アプリ サイト ユーザー ユーザ ツール 担当者 利用者
page screen list data information result results item items button user users app site tool value field fields name content details service
`);

/** Suffixes that relate a word to its sentence. They are removed when two characters or more remain. */
export const japaneseSuffixes = /* @__PURE__ */ buildTable(() => [...wordSet('等 的 毎 向け')]);

/** Words that end in such a suffix and keep it. */
export const uncutWords = /* @__PURE__ */ wordSet(
  '目的 平等 上等 均等 高等 初等 中等 同等 優等 知的 公的 私的',
);

/** Returns true for a folded word of the built-in lists, in either language. */
export function isStopWord(word: string): boolean {
  return (
    englishFunctionWords.has(word) ||
    englishPlanningVerbs.has(word) ||
    englishPlanningNouns.has(word) ||
    japanesePlanningNouns.has(word) ||
    japaneseStopWords.has(word)
  );
}

/** The built-in lists with the words that the caller adds and removes. */
export interface StopWords {
  has(folded: string): boolean;
  /** True for planning nouns, which are removed after a modifier. */
  isHead(folded: string): boolean;
}

export function createStopWords(
  added: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): StopWords {
  return {
    has: (folded) => added.has(folded) || (!removed.has(folded) && isStopWord(folded)),
    isHead: (folded) =>
      !removed.has(folded) &&
      (japanesePlanningNouns.has(folded) || englishPlanningNouns.has(folded)),
  };
}
