import { isDigit, isLower } from '../text/characters.ts';
import { buildTable, groupByUnit, wordSet } from '../text/lexicon.ts';

/** A unit: its dimension, and how much of the base unit it is. */
export interface Unit {
  readonly form: string;
  readonly dimension: string;
  readonly factor: number;
  /** Latin units need a boundary after them. */
  readonly latin: boolean;
}

/**
 * `dimension factor form form ...`, one unit a line. Forms in lower case; a dimension that starts
 * with `#` names an ordinal or position, which is never compared with a count.
 */
const unitLines = `
time 0.001 ms msec ミリ秒 millisecond milliseconds
time 1 秒 秒間 s sec secs second seconds
time 60 分 分間 min mins minute minutes
time 3600 時間 h hr hrs hour hours
time 86400 日 日間 day days
time 604800 週 週間 week weeks wk
month 1 か月 か月間 ヶ月 ヶ月間 ヵ月 ヵ月間 カ月 カ月間 ケ月 ケ月間 箇月 ヶ月分 か月分 month months
month 12 年 年間 カ年 か年 year years yr
workday 1 営業日 営業日間 稼働日
byte 1 バイト byte bytes
byte 2 kb kib キロバイト
byte 3 mb mib メガ メガバイト
byte 4 gb gib ギガ ギガバイト
byte 5 tb tib テラバイト
bps 1000 kbps
bps 1000000 mbps
bps 1000000000 gbps
ratio 1 % パーセント percent
ratio 10 割
fold 1 倍 x times-as
yen 1 円 yen jpy
usd 1 ドル usd dollar dollars
eur 1 ユーロ eur euro euros
degree 1 度 °c ℃ °f degrees
times 1 回 回分 times attempt attempts retry retries tries
item 1 件 個 つ 点 件分 個分 item items entry entries record records
person 1 名 人 名様 名分 人分 people person persons
user 1 ユーザー ユーザ user users
request 1 rps qps tps リクエスト コール request requests req call calls
character 1 文字 字 character characters char chars
row 1 行 row rows line lines
column 1 列 column columns
sheet 1 枚 sheet sheets
page 1 ページ 頁 page pages
unit 1 台 units
piece 1 本
copy 1 冊 部 copies
company 1 社
store 1 店 店舗 stores
digit 1 桁 digit digits
kind 1 種類 種 types kinds
line 1 回線
place 1 箇所 か所 カ所 ヶ所 places locations
stage 1 段階
message 1 通
vote 1 票
song 1 曲
chapter 1 話 章 chapters
field 1 項目 fields
screen 1 画面 screens
language 1 言語 か国語 ヶ国語 カ国語 languages
base 1 拠点 sites
age 1 歳 才
generation 1 世代 generations
point 1 ポイント points pt
step 1 ステップ steps
block 1 コマ 区画
group 1 組 グループ groups
product 1 品目 商品 products
personday 1 人日
personmonth 1 人月
pair 1 対
#nth 1 番目 回目 件目 行目 列目 人目 枚目 つ目 台目 個目 年目 日目 か月目 ヶ月目 週目 度目
#number 1 号 番 号室 番線
#rank 1 位
#floor 1 階
mass 1 g グラム
mass 1000 kg キロ キログラム
mass 1000000 t トン
length 0.001 mm ミリ
length 0.01 cm センチ
length 1 m メートル
length 1000 km キロメートル
px 1 px ピクセル pixel pixels
em 1 em rem
rpm 1 rpm
fps 1 fps
dpi 1 dpi
hertz 1 hz ヘルツ
hertz 1000 khz
hertz 1000000 mhz
hertz 1000000000 ghz
volt 1 v ボルト
watt 1 w ワット
watt 1000 kw
energy 1 kwh
charge 1 mah
litre 0.001 ml ミリリットル
litre 1 l リットル
`;

/** Requests and transactions per second. */
export const rateUnits: ReadonlySet<string> = /* @__PURE__ */ wordSet('rps qps tps');

/** Counters that open a longer kanji word (2段階認証). Before kanji they are part of that word. */
const wordForming = /* @__PURE__ */ wordSet('段階 本 点 部 字 行 列 組 対 番 号 位 度 話');

const units = /* @__PURE__ */ buildTable(() =>
  groupByUnit(unitLines.trim().split('\n').flatMap(parseUnits), ({ form }) => form),
);

function parseUnits(line: string): readonly Unit[] {
  const [dimension = '', factor = '1', ...forms] = line.split(' ');
  return forms.map((form) => {
    return { form, dimension, factor: Number(factor), latin: /[a-z]$/.test(form) };
  });
}

/** First characters of the suffixes that may follow any counter: 以内, 未満, 超, 前, 後, 目 ... */
const boundUnits = '以未超前後目間分毎程迄ず';

/** Returns the longest unit at `at` of a lower-case text. Cost: the length of the longest form. */
export function readUnit(lower: string, at: number): Unit | undefined {
  const candidates = units.get(lower.charAt(at));
  return candidates?.find((unit) => lower.startsWith(unit.form, at) && closes(lower, at, unit));
}

function closes(lower: string, at: number, unit: Unit): boolean {
  const end = at + unit.form.length;
  const next = lower.charCodeAt(end);
  if (unit.latin) return !(isLower(next) || isDigit(next) || next === 95);
  // 1人月3回: a person and a month.
  if (unit.dimension.startsWith('person') && unit.form.length === 2 && isDigit(next)) return false;
  // つ目, 部門, 本社 ...: a kanji after a word-forming counter makes another word.
  const goesOn = next >= 0x4e00 && next <= 0x9fff && !boundUnits.includes(lower.charAt(end));
  return !(wordForming.has(unit.form) && goesOn);
}
