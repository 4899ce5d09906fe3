/** A number as it is written, and its value. */
export interface NumberInText {
  /** Digits and magnitude, without the sign. */
  readonly written: string;
  /** Without the sign. */
  readonly value: number;
  /** The unit that follows it directly: `円`, `%`, `kg`; empty for none. */
  readonly unit: string;
  /** `either`: the text allows both, as `5% down` and the hyphen of `A-5` in Japanese do. */
  readonly sign: '' | '-' | 'either';
  /** The western year of a year of an era: 2026 for `令和8年`. */
  readonly year?: number | undefined;
}

const scales: ReadonlyMap<string, number> = new Map([
  ['百', 1e2],
  ['千', 1e3],
  ['万', 1e4],
  ['億', 1e8],
  ['兆', 1e12],
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['mn', 1e6],
  ['m', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['trillion', 1e12],
  ['tn', 1e12],
]);

/** Digits in groups of three or as they come, and a fraction. No part can match in two ways. */
const numberForm = /\d+(?:,\d{3})*(?:\.\d+)?/gu;
/** `百` is a magnitude only before a larger one: `3百貨店` are three stores. */
const scaleForm =
  /^(?:(?:百(?=[万億兆])|[千万億兆]){1,3}|(?:[ \u00a0-]?(?:hundred|thousand|million|billion|trillion)s?(?![a-z])){1,2}|\s?[mbt]n(?![a-z\d]))/iu;
/** `10k`, `5M`; with a currency before the digits `$5m` and `$5 b` too: alone, `5m` is a length. */
const shortScale = /^[kKMB](?![A-Za-z\d])/u;
const moneyScale = /^\s?[kmb](?![a-z\d])/iu;
const maxScaleText = 24;
const unitForm = /^\s?([%％]|[a-z]{1,4}(?![a-z])|[円人件社名個台本回年月日時分秒歳割倍点位])/iu;

/** The years before the first ones of eras. */
const eras: ReadonlyMap<string, number> = new Map([
  ['明治', 1867],
  ['大正', 1911],
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
]);

/** Every number of a text, width, separators and magnitudes folded: `１，２００万` and `12 million` are 12000000. */
export function numbersIn(text: string): NumberInText[] {
  // NFKC would read 10⁶ as 106.
  const folded = text.replaceAll(/[⁰¹²³⁴-⁹]+/gu, '^$&').normalize('NFKC');
  const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(folded);
  const found: NumberInText[] = [];
  let previousEnd = -1;
  let previousScale = 0;
  for (const { index, 0: digits } of folded.matchAll(numberForm)) {
    const before = folded.slice(Math.max(0, index - maxBefore), index);
    const after = folded.slice(index + digits.length, index + digits.length + maxAfter);
    const scaleText = scaleTextOf(after.slice(0, maxScaleText), currency.test(before));
    const scale = scaleOf(scaleText);
    const written = digits + scaleText;
    const value = rounded(Number(digits.replaceAll(',', '')) * scale);
    const unit = unitForm.exec(after.slice(scaleText.length, scaleText.length + 8))?.[1] ?? '';
    const last = found.at(-1);
    // 1億2,000万 is one number: it goes on at once, in a smaller scale.
    if (last !== undefined && index === previousEnd && scale < previousScale) {
      const { sign, written: start, value: high } = last;
      found[found.length - 1] = { written: start + written, value: high + value, unit, sign };
    } else {
      const era = eras.get(before.slice(-2));
      const sign = signOf(before, after.slice(scaleText.length), unit, isJapanese);
      found.push({ written, value, unit, sign, year: era === undefined ? era : era + value });
    }
    previousEnd = index + written.length;
    previousScale = scale;
  }
  return found;
}

/** Characters around a number that may state its sign: a word of a fall is a few words away. */
const maxBefore = 40;
const maxAfter = 30;
const currency = /[$€£¥]\s?$/u;
const minus = /(?:[▲△]\s?|マイナス|minus )$/iu;
const hyphen = /(?:^|[^\p{L}\p{N}%)/+-])[-−–]$/u;
/** `(1,200)` is a loss in accounts, and a plain number in other texts. */
const bracketed = /^[%円]?\)/u;
const range = /\d[\p{L}%]{0,3}[-−–]$/u;
/** A word that makes `5%` and `-5%` one statement. */
const fall =
  /減|低下|下落|下が|下げ|下回|赤字|損失|縮小|悪化|割引|値引|欠損|decreas|declin|drop|\bf[ae]ll|\bdown\b|\bloss|\blost|lower|\bless|reduc|shr[iau]nk|\bcut|negative|below|deficit|discount|slipp/iu;

function signOf(
  before: string,
  after: string,
  unit: string,
  isJapanese: boolean,
): NumberInText['sign'] {
  const [lineBefore = ''] = before.split('\n').slice(-1);
  const [lineAfter = ''] = after.split('\n');
  if (fall.test(`${lineBefore} ${lineAfter}`)) return 'either';
  const mark = lineBefore.replace(currency, '');
  if (mark.endsWith('(') && bracketed.test(lineAfter)) return 'either';
  // In English, ▲ may point up.
  if (minus.test(mark)) return isJapanese || !/[▲△]/u.test(mark.slice(-2)) ? '-' : 'either';
  if (range.test(mark)) return '';
  // A name with a number ends in Kanji or Katakana: `フェーズ-2`.
  if (/[\p{Script=Hiragana}]-$/u.test(mark) || hyphen.test(mark)) return '-';
  if (!/[\p{Script=Han}\p{Script=Katakana}ー/][-−]$/u.test(mark)) return '';
  return unit === '%' ? '-' : 'either';
}

function scaleTextOf(after: string, isMoney: boolean): string {
  const found = scaleForm.exec(after) ?? shortScale.exec(after);
  return (found ?? (isMoney ? moneyScale.exec(after) : null))?.[0] ?? '';
}

/** Products with decimal fractions are off by rounding. */
function rounded(value: number): number {
  return Number(value.toPrecision(15));
}

const kanjiDigits = '〇一二三四五六七八九';
const kanjiNumber = /[〇一二三四五六七八九十元]{1,4}(?=[年月日人件個台回割])/gu;

/**
 * Returns a text with its dates and counts in kanji as digits: `二〇二六年十月` as `2026年10月`. For sources only: a
 * card may write `一日中` without stating a number.
 */
export function withDigits(text: string): string {
  return text.replaceAll(kanjiNumber, (written) =>
    written
      .replace('元', '一')
      .replace(/^十/u, '一十')
      .replace(/十$/u, '〇')
      .replace('十', '')
      .replaceAll(/./gu, (digit) => String(kanjiDigits.indexOf(digit))),
  );
}

/** Returns what a number can be compared by: its value, its share in percent (`3割` is 30 %), its western year. */
export function readingsOf({ value, unit, sign, year }: NumberInText): string[] {
  const readings = [String(value)];
  if (/[割%]/u.test(unit)) readings.push(`${unit === '割' ? rounded(value * 10) : value}%`);
  const negative = value === 0 ? readings : readings.map((reading) => `-${reading}`);
  if (sign === '-') return negative;
  if (year !== undefined) readings.push(String(year));
  return sign === 'either' ? [...readings, ...negative] : readings;
}

/** The number that a table cell holds, or null when it holds anything else. */
export function numberOfCell(text: string): number | null {
  const folded = text.normalize('NFKC').trim();
  const sign = /^[-−△▲]/u.test(folded) ? -1 : 1;
  const [only, ...more] = numbersIn(folded);
  if (only === undefined || more.length > 0) return null;
  const rest = folded.replace(only.written, '').replaceAll(/[-−△▲+¥￥$€%\s円人件社名個台本]/gu, '');
  return rest === '' ? sign * only.value : null;
}

function scaleOf(text: string): number {
  let scale = 1;
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+?(?=s?(?![a-z]))|[百千万億兆]/gu))
    scale *= scales.get(word) ?? 1;
  return scale;
}
