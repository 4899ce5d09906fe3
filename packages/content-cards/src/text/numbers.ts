/** A number as it is written, and its value. */
export interface NumberInText {
  readonly written: string;
  readonly value: number;
  /** The unit that follows it directly: `円`, `%`, `kg`; empty for none. */
  readonly unit: string;
  /** The western year of a year of an era: 2026 for `令和8年`. */
  readonly year?: number | undefined;
}

const scales: ReadonlyMap<string, number> = new Map([
  ['千', 1e3],
  ['万', 1e4],
  ['億', 1e8],
  ['兆', 1e12],
]);

/** Digits in groups of three or as they come, a fraction, a scale. No part can match in two ways. */
const numberForm = /(\d+(?:,\d{3})*(?:\.\d+)?)([千万億兆]{0,2})/gu;
const unitForm = /^\s?([%％]|[a-z]{1,4}(?![a-z])|[円人件社名個台本回年月日時分秒歳割倍点位])/iu;

/** The years before the first ones of eras. */
const eras: ReadonlyMap<string, number> = new Map([
  ['明治', 1867],
  ['大正', 1911],
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
]);

/** Every number of a text, width, separators and 万 or 億 folded: `１，２００万` is 12000000. */
export function numbersIn(text: string): NumberInText[] {
  const folded = text.normalize('NFKC');
  const found: NumberInText[] = [];
  let previousEnd = -1;
  let previousScale = 0;
  for (const match of folded.matchAll(numberForm)) {
    const [whole, digits = '', scaleText = ''] = match;
    const scale = scaleOf(scaleText);
    const end = match.index + whole.length;
    const value = Number(digits.replaceAll(',', '')) * scale;
    const unit = unitForm.exec(folded.slice(end, end + 8))?.[1] ?? '';
    const last = found.at(-1);
    // 1億2,000万 is one number: it goes on at once, in a smaller scale.
    if (last !== undefined && match.index === previousEnd && scale < previousScale) {
      found[found.length - 1] = { written: last.written + whole, value: last.value + value, unit };
    } else {
      const era = eras.get(folded.slice(Math.max(0, match.index - 2), match.index));
      found.push({ written: whole, value, unit, year: era === undefined ? era : era + value });
    }
    previousEnd = end;
    previousScale = scale;
  }
  return found;
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
export function readingsOf({ value, unit, year }: NumberInText): string[] {
  // Tenths of a decimal fraction are off by rounding.
  const share = unit === '割' ? Number((value * 10).toPrecision(12)) : value;
  const readings = [String(value), /[割%]/u.test(unit) ? `${share}%` : '', String(year ?? '')];
  return readings.filter((reading) => reading !== '');
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
  for (const character of text) scale *= scales.get(character) ?? 1;
  return scale;
}
