/** A number as it is written, and its value. */
export interface NumberInText {
  readonly written: string;
  readonly value: number;
  /** The unit that follows it directly: `円`, `%`, `kg`; empty for none. */
  readonly unit: string;
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
      found.push({ written: whole, value, unit });
    }
    previousEnd = end;
    previousScale = scale;
  }
  return found;
}

/** Returns what a number can be compared by: its value, and its share in percent; `3割` is 30 %. */
export function readingsOf({ value, unit }: NumberInText): string[] {
  // Tenths of a decimal fraction are off by rounding.
  const share = unit === '割' ? Number((value * 10).toPrecision(12)) : value;
  return [String(value), ...(/[割%]/u.test(unit) ? [`${share}%`] : [])];
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
