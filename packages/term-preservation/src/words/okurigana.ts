import { isHiragana, isKanji, runStart } from '../text/characters.ts';
import { buildTable, groupByUnit, wordSet } from '../text/lexicon.ts';

/**
 * Native verbs in the form that makes nouns (連用形): 取り, 込み, 合わせ. A kanji that is followed by one of its
 * endings goes on with the word (受け取り, 貸し出し), and a conjugated form of the same verb names the same thing
 * (受け取れる asks for 受け取り).
 */
const nounForms = /* @__PURE__ */ wordSet(`
受け 取り 引き 払い 貸し 借り 申し 問い 積もり 積み 切り 切れ 替え 換え 書き 打ち 打ち 合わせ 合い 組み 並べ 並び 締め 繰り 振り 分け 分かれ 落とし 落ち 割り 差し 戻し 戻り 送り 届け 届き
買い 売り 立て 立ち 追い 呼び 出し 出 入れ 入り 込み 込め 付き 付け 上げ 上がり 下げ 下がり 掛け 持ち 待ち 使い 扱い 支払い 絞り 残り 残し 寄せ 寄り 知らせ 巻き 置き 消し 消え 直し 直り 通し 通り 返し 返り 回し 回り
押し 抜き 抜け 撮り 折り 重ね 決め 選び 探し 作り 乗り 乗せ 降り 泊まり 止め 止まり 空き 開き 閉め 始め 終わり 延べ 延ばし 向け 行き 渡し 渡り 連れ 預かり 預け 迎え 流し 流れ 移し 移り 継ぎ 見 続き 続け 繋ぎ
働き 動き 試し 溜め 詰め 冷やし 含み 違い 遅れ 漏れ 割れ 揺れ 伝え 考え 教え 備え 控え 添え 読み 聞き 話し 仕 手 値 卸し 刷り 貼り 張り 染め 焼き 縫い 洗い 塗り 織り 編み 炊き 盛り 配り 運び 運び 拾い 括り 括り 結び 紐付け
当て 当たり 過ぎ 越し 請け 請い 負い 見守り 張り 揃え 揃い 散らし 仕上げ 仕入れ 折れ 滑り 挟み 摘み 満たし 満ち 起こし 起き 忘れ 覚え 思い 感じ 試み 争い 戦い 願い 祝い 集め 集まり 数え 名乗り 名寄せ 逃し 逃げ 離れ 離し 触れ 触り 転び 埋め 埋まり 巡り 歩き 走り 飛び 飛ばし 跳ね 登り 下り 曲げ 曲がり 囲み 隠し 隠れ 表し 現れ 並べ
済み 助け 備え 食べ 飲み 休み 眠り 過ごし 暮らし 住まい 住み 勤め 務め 務まり 務め 稼ぎ 儲け 貯め 決まり 定め 改め 確かめ 比べ 調べ 計り 測り 量り 図り 諮り 認め 見積もり 謝り 誤り 守り 護り 編み 綴じ 閉じ 綴り 宛て 似 釣り 釣れ 狩り 刈り 摘み 摘み 採り 捕り 盗み 奪い 襲い 攻め 防ぎ 拭き 磨き 掃き 敷き 敷き 吊り 吊るし 掲げ 広げ 広がり 狭め 深め 高め 速め 早め 強め 弱め 薄め 温め 暖め 固め 緩め 進み 進め 留め 留まり 点け 灯し 照らし 光り 響き 鳴らし 鳴り 奏で 歌い 踊り 舞い 演じ 描き 写し 写り 映し 映り 投げ 捨て 拾い 育て 育ち 植え 枯れ 咲き 実り 生まれ 産み 殺し 死に 病み 治し 癒し 訳し 略し 託し 透かし 透け
`);
/** The last verb of each form, by its kanji: 取り, 込み of 取り込み. */
const verbs = /* @__PURE__ */ buildTable(() =>
  groupByUnit(new Set([...nounForms].flatMap(lastVerb)), (verb) => verb),
);

function lastVerb(form: string): readonly string[] {
  const kanji = runStart(form, form.length, isHiragana, form.length) - 1;
  return kanji < form.length - 1 && isKanji(form.charCodeAt(kanji)) ? [form.slice(kanji)] : [];
}

/** Kana of one consonant row, for the conjugations of a godan verb. */
const rows = /* @__PURE__ */ buildTable(() =>
  'らりるれろ さしすせそ かきくけこ がぎぐげご たちつてと まみむめも ばびぶべぼ わいうえお'.split(
    ' ',
  ),
);
/** Kana of the sound changes 取って, 書いて, 読んで. */
const soundChanges = 'っいん';

/** A verb form that starts with a kanji of a text. */
export interface VerbForm {
  /** The hiragana of the noun form: み of 読み込み. */
  readonly ending: string;
  /** Units of hiragana after the kanji. */
  readonly length: number;
  /** `noun`: the text has the noun form; `verb`: it has another form of the verb. */
  readonly form: 'noun' | 'verb';
}

/** Returns the noun form at the kanji `at`, or else the form of a known verb. Constant time. */
export function readVerbForm(text: string, at: number): VerbForm | undefined {
  const known = verbs.get(text.charAt(at));
  if (known === undefined || !isHiragana(text.charCodeAt(at + 1))) return undefined;
  const noun = known.find(
    (verb) => text.startsWith(verb, at) && !isPotentialAt(text, at, verb, known),
  );
  const verb = noun ?? known.find((each) => isConjugatedAt(text, at, each));
  if (verb === undefined) return undefined;
  const form = noun === undefined ? 'verb' : 'noun';
  return { ending: verb.slice(1), length: verb.length - 1, form };
}

/** 込める is the potential of 込む: its noun is 込み, not 込め. */
function isPotentialAt(text: string, at: number, verb: string, known: readonly string[]): boolean {
  if (!'るたて'.includes(text.charAt(at + verb.length) || ' ')) return false;
  // 付ける and 続ける are verbs of their own.
  if ('付続立届向'.includes(verb.charAt(0))) return false;
  const row = rows.find((each) => each.charAt(3) === verb.slice(1));
  return row !== undefined && known.includes(verb.charAt(0) + row.charAt(1));
}

/** Returns true for another form of a godan verb: its last kana is of the same row, or a sound change. */
function isConjugatedAt(text: string, at: number, verb: string): boolean {
  const last = verb.slice(-1);
  const next = text.charAt(at + verb.length - 1);
  if (next === '' || !text.startsWith(verb.slice(0, -1), at)) return false;
  const row = rows.find((each) => each.charAt(1) === last);
  return row !== undefined && (row.includes(next) || soundChanges.includes(next));
}

/** Nouns written in hiragana, whole or in part. Other hiragana is read as grammar. */
const kanaNounWords = /* @__PURE__ */ wordSet(`
おすすめ お気に入り まとめ ふりがな しおり ひな形 ひも付け たな卸し いいね つぶやき なりすまし ばらつき やり取り やりとり あいさつ あらすじ しきい値 ごみ箱 ゴミ箱
かご はがき のし ねじ ばね めっき はんだ ひび ずれ もれ くじ いたずら うるう年 かな漢字 ふるさと納税 まとめ買い なぞなぞ おまけ つり銭 おつり さくいん しりとり たたき台 とりまとめ ひらがな
引っ越し 引越し 見積り くじ引き ご褒美 いいね数 子ども 友だち ぬりえ にじみ かすれ めくり しみ きず へこみ さび こより あて先 あて名 きっぷ ちらし のぼり うわさ とじ込み ほこり すき間 はみ出し
`);
const kanaNouns = /* @__PURE__ */ groupByUnit(kanaNounWords, (word) => word);

/** Returns the length of the kana noun at `at`, or 0. */
export function kanaNounLength(text: string, at: number): number {
  const nouns = kanaNouns.get(text.charAt(at));
  return nouns?.find((word) => text.startsWith(word, at))?.length ?? 0;
}
