import { isDigit, isHiragana, isKanji, isLatin, isLower } from '../text/characters.ts';
import { buildTable, entriesOf, groupByUnit } from '../text/lexicon.ts';

/** The amount that a rate counts for, and its dimension: 60 seconds, one `n:user`. */
export interface Period {
  readonly dimension: string;
  readonly value: number;
}

/** A unit: its dimension, and how much of the base unit it is. */
export interface Unit {
  readonly form: string;
  readonly dimension: string;
  readonly factor: number;
  /** Latin units need a boundary after them. */
  readonly latin: boolean;
  /** Units that are rates: hertz, requests per second. */
  readonly per?: Period;
  /** Conversions to units of another system are never exact. */
  readonly rounded: boolean;
}

/**
 * Measures: `dimension factor form,form`, one entry a unit, in lower case, `_` for a space, `*` for a form and its
 * plural. `@1` after a dimension makes a rate per second, `~` after a factor a rounded one. Bytes are powers: by 1000 and
 * by 1024.
 */
const measureLines = `
time 60 分,分間,min*,minute*; time 3600 時間,h,hr*,hour*; time 86400 日,日間,日分,day*; time 604800 週,週間,week*,wk*; time 1209600 fortnight*; month 1 か月,か月間,か月分,ヶ月,ヶ月分,ヵ月,カ月,カ月間,箇月,month*; month 3 四半期,quarter*;
month 12 年,年間,年分,か年,year*,yr*; month 120 decade*; month 1200 century; workday 5 working_week*; workday 1 営業日,平日,business_day*,working_day*,workday*; byte 1 バイト,byte*; byte 2 kb,kib,キロバイト,kilobyte*; byte 3 mb,mib,メガ,メガバイト,megabyte*; byte 4 gb,gib,ギガ,ギガバイト,gigabyte*;
byte 5 tb,tib,テラ,terabyte*; bit@1 1000 kbit/s; bit@1 1000000 mbit/s; bit@1 1000000000 gbit/s;
ratio 1 %,パーセント,percent,per_cent,percentage_point*; ratio 10 割,掛け,掛;
percentile 1 パーセンタイル,percentile,th_percentile,st_percentile,nd_percentile,rd_percentile,-percentile; fold 1 倍,x,times-as;
yen 1 円,yen,jpy; yen 0.01 銭; usd 1 ドル,usd,dollar*,us_dollar*,buck*; cent 0.01 セント,cent*,¢; eur 1 ユーロ,eur,euro*; eur 0.01 ユーロセント,euro_cent*; gbp 1 ポンド,gbp,pounds,pound,quid; gbp 0.01 ペンス,pence,penny; p 0.01 p; cny 1 元,cny,rmb,yuan;
krw 1 ウォン,krw,won; inr 1 ルピー,rupee*,inr; degree 1 度,°c,℃,degrees,degrees_celsius,degree,degrees_c,度c; fahrenheit 1~ °f,degrees_fahrenheit,degrees_f;
times@1 1 fps,frames_per_second; request@1 1 rps,qps,tps; px 1 px,ピクセル,pixel*; em 1 em,rem;
dpi 1 dpi,ppi,dots_per_inch; item 12 ダース,dozen; times@60 1 rpm,bpm;
length@3600 1609.344~ mph,miles_per_hour; length@3600 1852~ knot*,ノット; length@3600 1000 kph,kmh; length 1852~ 海里,nautical_mile*,nmi; nm 1 nm; mmhg 1 mmhg; ppm 1 ppm; molarity 1 mol/l; pascal 100000 bar,気圧; pascal 100 mbar; pascal 6894.76~ psi; mass 6350.29~ stone; energy 1 kcal,calories,カロリー,キロカロリー; area 4046.856~ acre*,エーカー; area 10000 hectare*,ヘクタール,ha;
mass 28.3495~ oz,ounce*; litre 3.7854~ gallon*,ガロン; litre 0.001 cc; litre 0.4732~ pint*; litre 0.0148~ tablespoon*,tbsp; litre 0.0049~ teaspoon*,tsp; mass 1000000 t,トン,tonne*,tons; mass 453.59237~ lb*; ratio 0.01 basis_point*; litre 1.8039~ 升; litre 0.18039~ 合; length 0.30303~ 尺; length 0.030303~ 寸; mass 3750 貫; area 100 アール; area 991.7~ 反; area 3.3058~ 坪; area 1.62~ 畳,帖; length 1e-6 micron*; length 0.0254~ インチ,inch,inches,in;
length 0.3048~ ft,feet,foot,フィート; length 0.9144~ yard*,ヤード; length 1609.344~ mile*,マイル; area 1 m2,平方メートル,平米,square_metre*,square_meter*,sqm; area 0.0001 cm2;
litre 1000 m3,立方メートル,立米,cubic_metres,cubic_meters; torque 1 n・m,n-m,ニュートンメートル,newton_metres,newton_meters
`;

/** Units with prefixes: `dimension symbol prefixes name,name`. A symbol `-` has names only. */
const prefixedLines = `
time s nμum second,sec,秒,秒間; length m μumck metre,meter,メートル; mass g μumk gram,gramme,グラム; litre l μumcd litre,liter,リットル; volt v mk volt,ボルト;
ampere a m amp,ampere,アンペア; watt w kMG watt,ワット; watthour wh kMG watt-hour,ワット時; joule j kM joule,ジュール; charge ah m amp-hour;
pascal pa hkM pascal,パスカル; newton n k newton,ニュートン; times@1 hz kMG hertz,ヘルツ; bit@1 bps kMG ビット/秒,bits_per_second; bit - kMG bit,ビット;
decibel db - decibel,デシベル; lumen lm - lumen,ルーメン; lux lx - lux,ルクス
`;
/** Units that have several meanings: the dimensions of each, and how much of their base units one is. */
export const openUnits: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kilo: { mass: 1, length: 1 },
  milli: { length: 1, litre: 1, mass: 1 },
  cent: { usd: 1, eur: 1 },
  quarter: { ratio: 25, month: 3 },
  // 90p are pence, and 24p pages.
  p: { gbp: 1, page: 100, scanlines: 100 },
  nm: { torque: 1, length: 1852 },
};

/** Spoken clippings of prefixed units. */
const clippedUnits = 'kilo 1000 キロ,kilo*; milli 0.001 ミリ; length 0.01 センチ';

/** Prefixes: symbol, factor, and English and Japanese name. */
const prefixLines =
  'n 1e-9 nano ナノ; μ 1e-6 micro マイクロ; u 1e-6; m 1e-3 milli ミリ; c 1e-2 centi センチ; d 1e-1 deci デシ; h 1e2 hecto ヘクト; k 1e3 kilo キロ; M 1e6 mega メガ; G 1e9 giga ギガ';

/**
 * Counters: `dimension form,form`. A dimension that starts with `#` is a place in an order, which is never compared
 * with a count.
 */
const counterLines = `
times 回,回転,拍,回分,times,revolutions,beats,attempt*,retry,retries,tries,frames,フレーム,コマ; item 件,個,つ,点,件分,個分,item*,entry,entries,record*,レコード;
person 名,人,名様,名分,人分,people,person*; user ユーザー,ユーザ,user*; request リクエスト,コール,requests,request,req,call*;
character 文字,字,character*,char*; row 行,row*,line*; column 列,column*; sheet 枚,sheet*; page ページ,頁,page*;
unit 台,units; piece 本; copy 冊,部,copies; company 社; store 店,店舗,stores; digit 桁,digit*; kind 種類,種,通り,パターン,types,kinds; line 回線; grade 年生;
anniversary 周年; place 地点,箇所,か所,カ所,ヶ所,places,locations; credit 単位; stage 段階,stages,stage; message 通; vote 票; song 曲; chapter 話,章,chapters; field 項目,fields;
screen 画面,screens; language 言語,か国語,languages; base 拠点,sites; age 歳,才; generation 世代,generations; point ポイント,points,pt; step ステップ,steps,step;
block 区画; group 組,グループ,groups; product 品目,商品,products; personday 人日; personmonth 人月; pair 対; household 世帯,戸,軒; animal 匹,頭,羽; cup 杯,cup*,カップ; plate 皿,食; seat 席;
flight 便; case 症例,例; question 問; subject 科目,教科; school 校; city 市町村,自治体; box 箱,袋,缶,瓶; night 泊,晩; tablet 錠; game 試合; lap 周; rank-grade 級; account 口座;
stock 株; building 棟; block-size 区; street 丁目; round 巡; #nth 番目; #number 号,番,号室,号車,番線; #rank 位; #floor 階
`;

/** Counters that are a dimension each. */
const otherCounters = '脚卓束膳隻艘斤基足着幕房鉢枠輪面館園室機玉滴粒班';

/** Counters that open a longer kanji word (2段階認証). Before kanji they are part of that word. */
const wordForming = new Set([
  ...'本点部字行列組対番号位度話種元通食例級区便周席頭羽戸箱袋缶瓶泊晩巡株校基足着幕房鉢枠輪面館園室機玉畳合升尺寸反帖',
  '段階',
  '四半期',
]);

const units = /* @__PURE__ */ buildTable(() =>
  groupByUnit(
    [
      ...entriesOf(`${measureLines};${clippedUnits}`).flatMap(parseMeasure),
      ...entriesOf(prefixedLines).flatMap(parsePrefixed),
      ...entriesOf(counterLines).flatMap((line) => {
        const [dimension = '', forms = ''] = line.split(' ');
        return formsOf(forms).map((form) => toUnit(dimension, 1, form));
      }),
      ...[...otherCounters].map((form) => toUnit(`n:${form}`, 1, form)),
    ],
    ({ form }) => form,
  ),
);
const counters = /* @__PURE__ */ buildTable(
  () => new Set(entriesOf(counterLines).map((line) => line.split(' ')[0])),
);

/** Returns true for counted things, whose noun a plan may vary: 3段階, 3通り, 三度. Measures are not. */
export function isCounter(dimension: string): boolean {
  return /^#?n:/.test(dimension) || /^(?:degree|fold)$/.test(dimension) || counters.has(dimension);
}

function parseMeasure(line: string): readonly Unit[] {
  const [dimension = '', factor = '1', forms = ''] = line.split(' ');
  const rounded = factor.endsWith('~');
  return formsOf(forms).map((form) => ({
    ...toUnit(dimension, Number.parseFloat(factor), form),
    rounded,
  }));
}

function formsOf(list: string): readonly string[] {
  return list.split(',').flatMap((form) => {
    const name = form.replace('*', '');
    return name === form ? [form] : [name, `${name}s`];
  });
}

function parsePrefixed(line: string): readonly Unit[] {
  const [dimension = '', symbol = '', taken = '', names = ''] = line.split(' ');
  const named = (en: string, ja: string, factor: number): readonly Unit[] =>
    names.split(',').flatMap((name) => {
      if (!/^[a-z]/.test(name)) return [toUnit(dimension, factor, ja + name)];
      return [name, `${name}s`].map((each) => toUnit(dimension, factor, en + each));
    });
  const base = symbol === '-' ? [] : [toUnit(dimension, 1, symbol)];
  const scaled = entriesOf(prefixLines)
    .map((each) => each.split(' '))
    .filter(([prefix = '']) => taken.includes(prefix))
    .flatMap(([prefix = '', factor, en = '', ja = '']) => [
      ...(symbol === '-' ? [] : [toUnit(dimension, Number(factor), prefix.toLowerCase() + symbol)]),
      ...(en === '' ? [] : named(en, ja, Number(factor))),
    ]);
  return [...base, ...named('', '', 1), ...scaled];
}

function toUnit(described: string, factor: number, form: string): Unit {
  const [dimension = '', seconds] = described.split('@');
  const text = form.replaceAll('_', ' ');
  return {
    form: text,
    dimension,
    factor,
    latin: /[a-z0-9]$/.test(text),
    rounded: false,
    ...(seconds === undefined ? {} : { per: { dimension: 'time', value: Number(seconds) } }),
  };
}

/** First characters of the suffixes and numbers that may follow any counter: 以内, 未満, 超, 前, 後, 目, 半, 五分 ... */
const boundUnits = '以未超前後目間分毎程迄ず半一二三四五六七八九';

/** Returns the longest unit at `at` of a lower-case text. Cost: the length of the longest form. */
export function readUnit(lower: string, at: number): Unit | undefined {
  const candidates = units.get(lower.charAt(at));
  return candidates?.find((unit) => lower.startsWith(unit.form, at) && closes(lower, at, unit));
}

/** The smaller unit right after a unit. */
const compound = /^\d{1,3}(?:[cm]m|m?g|m(?:in)?|s|h|in)(?![a-z\d])/;

/** 1/2 in, 6 in wide; "put 3 in" is no length. */
const inches =
  /^(?:.{0,2}\d|\/\d{1,2} )in(?![a-z])|^.{0,2}\d ?in (?:wide|long|deep|thick|high|tall|apart|short)/;

function closes(lower: string, at: number, unit: Unit): boolean {
  const end = at + unit.form.length;
  const next = lower.charCodeAt(end);
  // 1m50cm, 2h30
  if (unit.latin && isDigit(next))
    return isDigit(lower.charCodeAt(at - 1)) && compound.test(lower.slice(end, end + 5));
  if (unit.form === 'in') return inches.test(lower.slice(Math.max(0, at - 3), at + 9));
  if (unit.latin) return !(isLower(next) || next === 95);
  // 1人月3回: a person and a month.
  if (unit.dimension.startsWith('person') && unit.form.length === 2 && isDigit(next)) return false;
  // 1秒間隔 is every second.
  if (unit.form.endsWith('間') && lower.charAt(end) === '隔') return false;
  // 五分別, 三分割
  if (unit.form === '分' && '別割配'.includes(lower.charAt(end) || ' ')) return false;
  // 番目, 部門, 本社 ...: a kanji after a word-forming counter makes another word.
  const goesOn = isCompound(lower, end) && !boundUnits.includes(lower.charAt(end));
  return !(wordForming.has(unit.form) && goesOn);
}

/** 注文し, 予約する */
const doesWork = /^[\u4e00-\u9fff]{2}[しすさせ]/;

/** A kanji goes on with the word before it, unless it opens a verb: 二袋作る, 二百株注文する. */
export function isCompound(lower: string, at: number): boolean {
  const after = lower.charAt(at + 1) || ' ';
  const opensVerb = isHiragana(lower.charCodeAt(at + 1)) && !'をがはにのでともへや'.includes(after);
  return isKanji(lower.charCodeAt(at)) && !opensVerb && !doesWork.test(lower.slice(at, at + 3));
}

/** Returns true for a one-letter symbol that is an English word or initial after a space: "5 a". */
export function isLooseSymbol({ form }: Unit): boolean {
  return form.length === 1 && isLatin(form.charCodeAt(0)) && 'anpx'.includes(form);
}
