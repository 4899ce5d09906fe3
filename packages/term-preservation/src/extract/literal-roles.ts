import { parseVersion } from '../scan/version.ts';
import type { ScanText, TypedSpan } from '../scan/typed-span.ts';
import { wordSet } from '../text/lexicon.ts';

/** Digits from which a number without a unit is a term. */
const fewestDigits = 3;

/** A literal of a request: a wish, the old value of a change (never checked), or not a term. */
export type LiteralRole = 'wish' | 'old' | 'none';

/** Returns the role of each literal. */
export function literalRoles(scan: ScanText, spans: readonly TypedSpan[]): readonly LiteralRole[] {
  const goals = lastGoals(scan.lower, spans);
  return spans.map((span, index) => {
    const isOld = span.kind === 'version' && isRetired(scan.lower, span, index, goals);
    return isOld ? 'old' : literalRole(scan, span, changeRole(scan.lower, spans, index));
  });
}

function literalRole(
  { plain }: ScanText,
  span: TypedSpan,
  change: 'old' | 'new' | 'none',
): LiteralRole {
  if (change !== 'none') return change === 'old' ? 'old' : 'wish';
  const digits = plain.slice(span.start, span.end).replace(/[^0-9]/g, '').length;
  const isSingle = span.quantity?.low === span.quantity?.high;
  if (span.bare === true && digits < fewestDigits && isSingle) return 'none';
  return isCountOnly(plain, span) ? 'none' : 'wish';
}

const uncounted = /* @__PURE__ */ wordSet('time month clock date year ratio');

/** "A・B・Cの3つ" counts what was just named; "1ページ50件", "1回の上限" frame another number. Neither is a wish. */
function isCountOnly(text: string, { start, end, quantity }: TypedSpan): boolean {
  if (quantity === undefined) return false;
  const { dimension, bound, per, raw } = quantity;
  const form = text.slice(start, end);
  if (text.charAt(start - 1) === 'の' && /(?:つ|種類|点|者|項目)$/.test(form)) return true;
  if (raw !== 1) return false;
  if (dimension === 'time' && /^の(?:上限|最大|合計|回数|件数|総)/.test(text.slice(end, end + 4)))
    return true;
  // One sheet per region: each region has its own.
  if (bound === undefined && per?.value === 1 && per.dimension.startsWith('n:')) return true;
  const isCount = dimension !== '' && !uncounted.has(dimension);
  const isPlain = bound === undefined && per === undefined;
  return isCount && isPlain && /^(?:[0-9の]|あたり|当たり|につき)/.test(text.slice(end, end + 3));
}

const changeVerbs =
  /\b(?:increase|raise|reduce|lower|change|extend|shorten|cut|bump|update|move|upgrade|migrate|switch|grow|drop|decrease|expand|shrink|go|goes|adjust)(?:s|d|ed|ing)?\b/;

/** Role of the literal at `index` in a change: "8 から 12 に", "from 8 to 12", "Vue 2 から Vue 3 へ". */
function changeRole(
  lower: string,
  spans: readonly TypedSpan[],
  index: number,
): 'old' | 'new' | 'none' {
  const [previous, span, next] = [spans[index - 1], spans[index], spans[index + 1]];
  if (span?.kind !== 'quantity' && span?.kind !== 'version') return 'none';
  if (next?.kind === span.kind && isPair(lower, span, next)) return 'old';
  if (previous?.kind === span.kind && isPair(lower, previous, span)) return 'new';
  return span.bare === true && isSetTo(lower, span) ? 'new' : 'none';
}

const move = /^ ?[にへ](?:移行|更新|アップ|上げ|切り替|移[すし]|刷新|書き換|載せ替)/;

/** Returns the index of the last version of each name that a change leads to: Vue 3 へ移行. */
function lastGoals(lower: string, spans: readonly TypedSpan[]): ReadonlyMap<string, number> {
  const goals = spans.flatMap(({ kind, start, end, outerEnd }, index) => {
    const isGoal = kind === 'version' && move.test(lower.slice(outerEnd, outerEnd + 8));
    const version = isGoal ? parseVersion(lower.slice(start, end)) : undefined;
    return version === undefined ? [] : [[version.name, index] as const];
  });
  return new Map(goals);
}

/** TLS 1.0 を無効に, drop Python 3.8; Vue 2 where the request moves to Vue 3. A plan may leave it out. */
function isRetired(
  lower: string,
  { start, end, outerStart, outerEnd }: TypedSpan,
  index: number,
  goals: ReadonlyMap<string, number>,
): boolean {
  const after = lower.slice(outerEnd, outerEnd + 24);
  if (
    /^[とや、,.\d ]*(?:のサポート|のみ|系)?[をは](?:無効|廃止|打ち切|終了|やめ|停止|削除)/.test(
      after,
    )
  )
    return true;
  const before = lower.slice(Math.max(0, outerStart - 32), outerStart);
  if (/\b(?:drop|disable|retire|deprecate|remove|sunset)(?: support for)? $/.test(before))
    return true;
  if (goals.size === 0) return false;
  const name = parseVersion(lower.slice(start, end))?.name;
  return name !== undefined && [name, ''].some((goal) => (goals.get(goal) ?? -1) > index);
}

function isPair(lower: string, first: TypedSpan, second: TypedSpan): boolean {
  const between = lower.slice(first.outerEnd, Math.min(second.outerStart, first.outerEnd + 12));
  if (first.outerEnd + 12 < second.outerStart) return false;
  const after = lower.slice(second.outerEnd, second.outerEnd + 3);
  if (!sameMeasure(lower, first, second)) return false;
  if (/^\s?(?:から|より|だったのを|だったものを|を)\s?$/.test(between))
    return /^\s?[にへ]/.test(after);
  if (/^\s?(?:→|->|=>)\s?$/.test(between)) return true;
  if (!/^ (?:to|up to|down to) $/.test(between)) return false;
  const before = lower.slice(Math.max(0, first.outerStart - 80), first.outerStart);
  return /\bfrom $/.test(before) && changeVerbs.test(before);
}

/** Names on both sides of a change stay required: only values of one measure are old and new. */
function sameMeasure(lower: string, first: TypedSpan, second: TypedSpan): boolean {
  if (first.kind === 'version') {
    const a = parseVersion(lower.slice(first.start, first.end));
    const b = parseVersion(lower.slice(second.start, second.end));
    return a !== undefined && b !== undefined && (a.name === b.name || b.name === '');
  }
  const dimensions = [first.quantity?.dimension, second.quantity?.dimension];
  if (dimensions[0] === dimensions[1] || dimensions.includes('')) return true;
  return dimensions.every((each) => each === 'time' || each === 'month');
}

/** "12 にする", "set to 12": a bare number beside the particle of a change. */
function isSetTo(lower: string, span: TypedSpan): boolean {
  const after = lower.slice(span.outerEnd, span.outerEnd + 6);
  const before = lower.slice(Math.max(0, span.outerStart - 5), span.outerStart);
  return /^\s?(?:に|へ|から)/.test(after) || /\b(?:to|from) $/.test(before);
}
