import { isHiragana } from '../text/characters.ts';
import { buildTable, entriesOf, groupByUnit, wordSet } from '../text/lexicon.ts';

/**
 * Native verbs by the ending of the form that makes nouns (連用形): 取り, 込み, 合わせ. A kanji that is followed by its ending
 * goes on with the word (受け取り, 貸し出し), and a conjugated form of the same verb names the same thing (受け取れる asks for
 * 受け取り).
 */
const verbsByEnding = `
り 祭取借切繰振割戻送売入絞残寄直通返回撮折作乗降渡移刷貼張塗織盛配括守滑触巡走登下眠計測量図諮謝誤護綴釣狩刈採捕吊光鳴踊写映実; し 貸申差戻出残消直通返回押探渡流移試話卸越逃離隠表灯写映殺治癒訳略託; め 締込決止閉始溜詰染集埋勤務貯定改認攻狭深高速早強弱薄温暖固緩進留;
き 引書届付巻置抜空開行続働動聞焼炊起歩拭磨掃敷響描咲; い 払問合買追使扱違縫洗拾請負揃思争戦願祝奪襲歌舞; み 積組込含読編挟摘試囲済飲休住盗進産病; れ 切入連流遅漏割揺折忘離触隠現釣枯; け 受分届付掛抜向預続請助儲点透; え 替換消迎伝考教備控添揃覚数植; ち 打落立持待満育;
び 並呼選運結転飛; げ 上下逃曲掲広投; まり 泊止集埋務決留; べ 並延食比調; て 立当宛捨育; ぎ 担継繋過稼防; がり 上下曲広; らし 散暮照鳴; じ 感綴閉演; せ 寄乗; ね 重跳; ばし 延飛; もり 積; わせ 合; かれ 分; とし 落; らせ 知; わり 終; かり 預;
やし 冷; たり 当; たし 満; こし 起; ごし 過; まい 住; かめ 確; るし 吊; で 奏; まれ 生; に 死; かし 透
`;
const verbs: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ buildTable(() => {
  const forms = entriesOf(verbsByEnding).flatMap((line) => {
    const [ending = '', kanji = ''] = line.split(' ');
    return [...kanji].map((first) => first + ending);
  });
  return groupByUnit(forms, (verb) => verb);
});

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
  // 付ける and 続ける are separate verbs.
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
お知らせ ごみ いす もも やり はけ づくり おすすめ お気に入り まとめ ふりがな しおり ひな形 ひも付け たな卸し いいね つぶやき なりすまし ばらつき やり取り やりとり あいさつ あらすじ しきい値 ごみ箱 ゴミ箱
かご はがき のし ねじ ばね めっき はんだ ひび ずれ もれ くじ いたずら うるう年 かな漢字 ふるさと納税 まとめ買い なぞなぞ おまけ つり銭 おつり さくいん しりとり たたき台 とりまとめ ひらがな
引っ越し 引越し 見積り くじ引き ご褒美 いいね数 子ども 友だち ぬりえ にじみ かすれ めくり しみ きず へこみ さび こより あて先 あて名 きっぷ ちらし のぼり うわさ とじ込み ほこり すき間 はみ出し
`);
const kanaNouns = /* @__PURE__ */ groupByUnit(kanaNounWords, (word) => word);

/** Returns the length of the kana noun at `at`, or 0. */
export function kanaNounLength(text: string, at: number): number {
  const nouns = kanaNouns.get(text.charAt(at));
  return nouns?.find((word) => text.startsWith(word, at))?.length ?? 0;
}
