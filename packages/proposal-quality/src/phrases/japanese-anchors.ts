/**
 * Pairs of letters by rule. A rule is tried only in a text with one of its pairs; `て$` is て at the end
 * of the text. One list serves the rules and the glance that skips most texts.
 */
const pairs = {
  beki: 'べき べし べか べキ ベき ベキ 可き',
  kudasai: 'ださ ダサ 下さ',
  need: '必要',
  duty: '話に 始ま ばな はな いけ だめ ダメ 駄目 困る 困り ば。 ば$ は。 は$ ゃ。 ゃ$ ばと わけ ざる しか ほか 他な 他に いら おか',
  necessity: `必要 必須 必携 可欠 不可 絶対 前提 義務 責務 責任 急務 先決 最優 禁物 厳禁 禁止 法度 厳守 第一 真っ 欠か 避け 外せ 省け
    省略 免れ 先延 飛ば 見過 看過 怠れ 後回 先送 曖昧 あい おろ 放置 待っ 急を 一刻 許さ 許し 認め 当然 当た 筋で 筋だ 筋。 先で 先だ 先。 肝心
    肝要 大切 大事 重要 鉄則 原則 必然 求め 要り 要る 急が`,
  request: `なさ と。 と！ と! と$ だよ とよ に。 に! に！ に$ だき 頂き らい らえ ほし 欲し ただ 頂け くれ 頂戴 ちょ 願い 願っ 頼み 忘れ お忘 て。 て！ て! て$ で。
    で！ で! で$ てね でね てよ でよ せよ しろ ろ。 ろ！ ろ! ろ$ よ。 よ！ よ! よ$ な。 な！ な! な$ ね。 ね$ 必ず 直ち だち 至急 早急 今す 速や 絶対 是が 命じ 指示 要請
    求め 依頼 おけ`,
  call: 'しょ んか しよ めよ けよ えよ せよ べよ れよ てよ',
  decision: 'とと のと とに 決ま 決定 確定',
  best: 'ベス',
  recommended: '推奨',
  correct: '正解',
  suggested: 'すめ すメ スめ スメ ゝめ ヽめ ヽメ ゝメ 勧め 勧メ 薦め 薦メ 奨め 奨メ',
  act: `賢明 無難 得策 上策 良策 良案 名案 妙案 愚策 悪手 ベタ 最善 最良 最適 最高 最強 最上 最悪 次善 適策 順当 正攻 王道 鉄板 妥当
    合理 適切 適当 理想 現実 堅実 確実 安心 安全 有利 好都 ふさ 相応 正し 正解 賢い 自然 筋で 筋だ 筋。 筋と 近道 得で 得だ 得と お得 ベス いい いー
    良い よい よろ 望ま 好ま 良さ よさ 無謀 愚か てこ 無意 無駄 時期 早計 おか 間違 失敗 一番 違い 常道 定石 スマ 効率 効果 有効 吉で 限る
    限り 越し`,
  verdict: `一択 賢明 無難 得策 上策 良策 良案 名案 妙案 愚策 悪手 ベタ 最善 最良 最適 最高 最強 最上 最悪 次善 適策 順当 正攻 王道 鉄板
    最有 本命 論外 太鼓 オシ 押し 推し お墨 妥当 合理 適切 理想 現実 堅実 確実 安心 有利 好都 適任 ふさ 相応 正し 賢い 有力 優位 魅力 無謀 お得 割安
    筋が いい 良い よい よろ 望ま 好ま 良さ よさ 上で 上だ 上と 優れ 適し 理に 効果 得で 得だ 得な 向い 合っ おす 一番 ちば 最も 優っ
    勝っ 勝り 勝る 抜き 際立 頭一 抜け 群を リー 光っ 分が 一日 右に 申し 非の 言う 文句 ケチ 使い 不利 賢い 悪い 間違 軍配 第一 う考 う見
    言っ 圧勝 完勝 勝ち まち 失敗 外れ ずれ 限り 限る 尽き 越し しか ほか 他に 以外 手は 理由 余地 価値 値打 意義 意味 甲斐 値し 及ば 足り 足る 当た
    検討 後悔 見劣 劣っ 劣り 力不 物足 割に 話に 見込 不向 無理 問題 却下 不採 対象 選外 うっ 打っ 誂え ぴっ てこ 十分 充分 事足 選ぶ 迷っ 迷う 迷わ 躊躇 めら
    不要 要り いり えな 秀で っく 優勢 劣勢 抜群 秀逸 段違 格段 べも べ物 太刀 足元 及び 負に いち まひ 今一 今ひ 尚早 早計 末転 無用 上な 上の 言わ 買い お値 コス
    対効 避け 過剰 有望 損で 損だ 損と 無駄 非効 に落 頼り 信頼 断ト ダン ピカ 随一 折り 見逃 捨て 力で 上回 答え 結論 優劣 勝負 目瞭 もな 寄せ 追随`,
  fitness:
    'にし 向い 向き 適し 合っ 合い ふさ 相応 有利 有力 しで しだ しと 得で 得だ 得と 得。 お得 好都 使い',
  choice: `しょ んか 私な 私だ 私で 私と たし 分な 分だ 筆者 当方 個人 推し 推す 支持 選び 採り ださ 下さ ほし らい だき 採用 却下 除外 不採 選択 選定
    見送 候補 案で 針で ンで れで 一票 票を 賛成 反対 同意 納得 賛同 選ぶ`,
  advice:
    'いい 良い よい よろ 良さ よさ 無難 得策 賢明 安心 望ま 好ま 妥当 お得 得で 得だ 確実 身の ベタ しで しだ',
} as const;

/** A rule of Japanese phrases that is tried by its pairs. */
export type JapaneseAnchor = keyof typeof pairs;

/** Two code units as one number; the second is 0 at the end of a text. */
function keyOf(first: number, second: number): number {
  return (first << 16) | second;
}

/** The rules of each pair, one bit a rule. */
const rulesOfPair: ReadonlyMap<number, number> = collect();

/** A slot per hash of a pair, since most pairs of letters are in no list, and a map is slower than a byte. */
const slots = 0x4000;
const occupied: Uint8Array = fill();

function collect(): Map<number, number> {
  const found = new Map<number, number>();
  for (const [rule, list] of Object.values(pairs).entries()) {
    for (const pair of list.split(/\s+/)) {
      const second = pair.charAt(1);
      const key = keyOf(pair.charCodeAt(0), second === '$' ? 0 : second.charCodeAt(0));
      found.set(key, (found.get(key) ?? 0) | (1 << rule));
    }
  }
  return found;
}

function slotOf(first: number, second: number): number {
  return (Math.imul(first, 0x1f) ^ second) & (slots - 1);
}

function fill(): Uint8Array {
  const table = new Uint8Array(slots);
  for (const key of rulesOfPair.keys()) table[slotOf(key >>> 16, key & 0xffff)] = 1;
  return table;
}

/** Returns the rules to try in texts with these two code units in a row, one bit a rule. */
export function japaneseAnchorsAt(first: number, second: number): number {
  if (occupied[slotOf(first, second)] === 0) return 0;
  return rulesOfPair.get(keyOf(first, second)) ?? 0;
}

/** Returns the rules to try in a text, one bit a rule. One pass. */
export function japaneseAnchorsIn(text: string): number {
  let rules = 0;
  let first = text.charCodeAt(0);
  for (let index = 1; index <= text.length; index += 1) {
    const second = index < text.length ? text.charCodeAt(index) : 0;
    if (first > 0x7f) rules |= japaneseAnchorsAt(first, second);
    first = second;
  }
  return rules;
}

/** Returns the bit of a rule in the result of `japaneseAnchorsIn`. */
export function japaneseAnchorOf(name: JapaneseAnchor): number {
  return 1 << Object.keys(pairs).indexOf(name);
}
