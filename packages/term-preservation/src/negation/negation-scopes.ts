import { lowerBound } from '@kanmon/core/kit';
import { lowerAscii } from '../text/characters.ts';
import type { OffsetMap } from '../text/offset-map.ts';
import type { Span } from '../vocabulary/terms.ts';
import { clauseAround, clauseEnd, clauseStart, lineEnd } from './clause-edges.ts';
import { type CueSpan, findCues, type NegationClass } from './cues.ts';
import { forwardEnd, subjectBefore } from './english-scope.ts';
import { markedPhrase, phraseStart } from './japanese-scope.ts';

/** Returns the places of the cues of a text: their words are not terms. */
export function findCueSpans(text: string): readonly Span[] {
  const lower = lowerAscii(text);
  const later = [...lower.matchAll(laterPeriod)]
    .filter(([form]) => !nextPeriod.test(form))
    .map(({ 0: form, index: start }) => ({ start, end: start + form.length }));
  return [...findCues(lower), ...later];
}

/** The ranges of a text that are negated or put out of scope, by class, each list in order and without overlap. */
export type NegationScopes = Readonly<Record<NegationClass, readonly Span[]>>;

/** Hold off on it for a further 14 days: a pause of a known length is part of the plan. */
const waits =
  /^(?:hold off on|postpones?|defers?) .{0,60} for (?:a further |another )?(?:an?|\d{1,3}|[a-z]{3,8}) (?:minute|hour|day|week)s?\b/;

const pathRun = /\/[\w\-./{}<>[\]:*?&=%+@$#~]+/g;

/** Returns a path in which no mark ends a phrase or a clause: /users/:id, /users/{id}, /users?all=1. */
function joinPath(path: string): string {
  return path.replace(/[{}<>[\]*&=%+@$#~]|[:?](?=.)/g, '_');
}

/** Returns the ranges of a text that are negated or put out of scope. A later period that was `asked` for puts nothing off. */
export function findNegationScopes(text: string, asked = ''): NegationScopes {
  const lower = lowerAscii(text).replace(pathRun, joinPath);
  const scoped = findCues(lower).map((cue) => ({ cue, scope: scopeOf(lower, cue) }));
  const ranges = scoped
    .filter(({ cue, scope }, index) => !isAffirmed(scoped, cue, scope, index))
    .filter(({ scope }) => scope.end > scope.start)
    .filter(({ cue, scope }) => !waits.test(lower.slice(cue.start, scope.end)))
    .map(({ cue, scope }) => ({ cue, scope, class: classOf(lower, cue) }))
    .filter(
      (range) => range.class === 'scope' || !isFilter(lower, range.scope) || isOther(lower, range),
    );
  const ofClass = (kind: NegationClass): readonly Span[] =>
    [...ranges, ...putOffs(lower, asked)]
      .filter((range) => range.class === kind)
      .map(({ scope }) => scope)
      .toSorted((a, b) => a.start - b.start)
      .reduce<Span[]>(mergeScope, []);
  return { scope: ofClass('scope'), prohibition: ofClass('prohibition') };
}

/** Returns the scopes at their places in the source of a mapped text. */
export function mapScopes(scopes: NegationScopes, map: OffsetMap): NegationScopes {
  const toSource = ({ start, end }: Span): Span => map.toSource(start, end);
  return {
    scope: scopes.scope.map(toSource),
    prohibition: scopes.prohibition.map(toSource),
  };
}

/** A later period, and 次の版で検討 at any distance from its topic. */
const laterPeriod =
  /\b(?:next|following) (?:year|season|edition|phase|release|version|iteration|stage|round)\b|\b(?:in|for|to|until|at|with) (?:an?|the|some) (?:later|future|subsequent) (?:year|season|edition|phase|release|version|iteration|sprint|stage|round|date|point|project|update)\b(?! than)|(?:次回|次期|次年度|来年度|翌年度|来期|来季|今後|将来|後日|別途|改めて|(?:[次後別]の|次)(?:フェーズ|段階|版|リリース|機会))(?:の|以降|以後)?(?:[にでへ]|課題として)?再?(?:検討|考え|判断|先送|見送|回す|回し|対応[と予])/g;
const nextPeriod = /^(?:next|following)/;
/** The verbs that put something off to the next period. Others plan it for then. */
const putOffVerb =
  /\b(?:(?:re)?consider(?:ed)?|revisit(?:ed)?|discuss(?:ed)?|look (?:at|into)|think about|decided?|leave|left|saved?|pushe?d?|parked?|planned|moved?|may (?:follow|come)) /;

/** 39.5度以上あれば接種を後日に回す: what waits for a case is planned. */
const condition =
  /(?:れば|たら|なら|場合|とき|際)(?:は|には)?[^。\n]*$|\b(?:if|when|whenever|unless|where|anyone|those) [^.;\n]*$/;
/** UTF-16 units. */
const longestCondition = 120;

/** Returns the clauses that put their thing off to a later period. */
function putOffs(
  lower: string,
  asked: string,
): readonly { readonly scope: Span; readonly class: NegationClass }[] {
  return [...lower.matchAll(laterPeriod)].flatMap(({ 0: form, index }) => {
    const isJapanese = form.charCodeAt(0) > 127;
    if (asked.includes(isJapanese ? form.slice(0, 2) : form)) return [];
    if (condition.test(lower.slice(Math.max(0, index - longestCondition), index))) return [];
    if (isJapanese) return [{ scope: markedPhrase(lower, index, form), class: 'scope' }];
    const { start } = subjectBefore(lower, index);
    if (nextPeriod.test(form) && !putOffVerb.test(lower.slice(start, index))) return [];
    return [{ scope: { start, end: clauseEnd(lower, index + form.length) }, class: 'scope' }];
  });
}

/** Words that put off what a clause rules out: 今回は作らない is out of scope. */
const deferral =
  /今回|現時点|当面|初回|初版|本フェーズ|このフェーズ|本リリース|第一弾|今期|for now|this (?:release|phase|version|sprint|time|quarter)|at this stage|at launch|first (?:release|version|phase)|\byet\b/;

function classOf(lower: string, { cue, start, end }: CueSpan): NegationClass {
  if (cue.class === 'scope') return 'scope';
  return deferral.test(clauseAround(lower, { start, end })) ? 'scope' : 'prohibition';
}

/** 残量が20%未満の機器は除外する, never more than 3 retries: a number filters, and the rule is what is asked for. */
function isFilter(lower: string, { start, end }: Span): boolean {
  return /(?<![a-z_/])\d/.test(lower.slice(start, end));
}

/** Rules out one thing in the place of another, as `exclude` and 除く, which take it out of several, do not. */
const contrast =
  /^(?:not(?: to)?|nor|instead of|rather than|in place of|.*(?:使わ|置か)(?:ない|ず|ずに|ません)|(?:では|じゃ|で)なく|に代えて|に替えて|に代わり|の代わりに)$/;
/** us-east-1, pnpm@9, Node 18: a name that ends in a number. */
const numberedName =
  /^\W*(?:(?:to|on|in|at|with|for|the|use|using) )*(?!(?:before|after|below|above|over|under|until|within|by|than|more|less|fewer|later|earlier)\b)(?:[a-z][\w./]*(?:[-@:][\w./]+)+|[a-z]{2,20} v?\d[\d.]*)[^\w.]*$/;

/** Node 24, not Node 18: the number is a part of the name of the other one. */
function isOther(lower: string, { cue, scope }: Scoped): boolean {
  return contrast.test(cue.cue.form) && numberedName.test(lower.slice(scope.start, scope.end));
}

/** Returns the class of the scopes that hold half of a range or more. `scope` wins. */
export function negationAt(
  { scope, prohibition }: NegationScopes,
  { start, end }: Span,
): NegationClass | undefined {
  if (isHeld(scope, start, end)) return 'scope';
  return isHeld(prohibition, start, end) ? 'prohibition' : undefined;
}

/** Returns true when half of a range or more is in one of the ascending ranges. */
function isHeld(ranges: readonly Span[], start: number, end: number): boolean {
  const first = lowerBound(ranges, (range) => range.end <= start);
  for (let at = first; at < ranges.length; at += 1) {
    const range = ranges[at];
    if (range === undefined || range.start >= end) return false;
    if (2 * (Math.min(range.end, end) - Math.max(range.start, start)) >= end - start) return true;
  }
  return false;
}

/** Scopes that overlap become one, so that ends ascend like starts. */
function mergeScope(merged: Span[], scope: Span): Span[] {
  const last = merged.at(-1);
  if (last === undefined || last.end < scope.start) merged.push(scope);
  else if (scope.end > last.end) merged[merged.length - 1] = { start: last.start, end: scope.end };
  return merged;
}

/** Negations that clear an excluded term wherever they are in its clause, besides the cues. */
const clauseNegation =
  /ない|ません|なし|無し|ず(?:[、にと]|$)|ぬ(?:[、よ]|$)|不要|不可|禁止|対象外|範囲外|除外|除く|除い|外す|外し|見送|廃止|停止|次回|次期|後日|別途|今後|将来|\b(?:not|no|never|none|nothing|neither|nor|without|cannot|disabled?|excluded?|excluding|forbidden|prohibited|removed?|dropped|skipped|omitted|out of scope|left out|later|postponed?|deferred?|next (?:release|phase|version)|instead of|rather than)\b|n't\b/;
/** Negations of something other than the statement of the clause. */
const clauseAffirmation =
  /だけでなく|だけではなく|のみならず|ばかりでなく|少なくない|なければならない|なくてはならない|かもしれない|間違いなく|問題なく|漏れなく|必ず|まず|忘れず|欠かさず|先ず|not only|not just|no later than|no longer than|no more than|no less than/g;

/** Returns true when the clause around a range negates something. Cost: one clause of bounded length. */
export function isClauseNegated(text: string, span: Span): boolean {
  const clause = lowerAscii(clauseAround(text, span));
  return clauseNegation.test(clause.replace(clauseAffirmation, ''));
}

/** Do not use the key `theme`: an order that has the thing as its object, and no condition after it. */
const orderBefore =
  /(?:^|\b(?:and|but) )\W{0,9}(?:do not|don't|never) (?:add|build|create|implement|use)(?: the(?: [a-z]+)?)?\W{0,9}$/;
const orderAfter = /^\W{0,9}(?:anywhere)?$/;
/** GET /items は実装しない */
const japaneseOrder =
  /^[^ぁ-龠]{0,3}[はを]\s?(?:(?:実装|追加|使用|利用)[しせ]|作ら|使わ)(?:ない|ず)(?:こと)?$/;

/** Returns true for a thing that an order of the plan rules out. Cost: one clause of bounded length. */
export function isRuledOut(text: string, { start, end }: Span): boolean {
  const before = lowerAscii(text.slice(clauseStart(text, start), start));
  const after = lowerAscii(text.slice(end, clauseEnd(text, end)));
  return orderBefore.test(before)
    ? orderAfter.test(after)
    : before.trim().length < 2 && japaneseOrder.test(after);
}

interface Scoped {
  readonly cue: CueSpan;
  readonly scope: Span;
}

/** Two cues, one in the scope of the other, make an affirmation: "do not leave out X", 確認せずには送らない. */
function isAffirmed(all: readonly Scoped[], cue: CueSpan, scope: Span, index: number): boolean {
  let count = 0;
  for (let other = Math.max(0, index - 3); other < Math.min(all.length, index + 4); other += 1) {
    const each = all[other];
    if (other === index || each === undefined) continue;
    // 見送り、別途検討: putting off twice is still putting off.
    if (cue.cue.class === 'scope' && each.cue.cue.class === 'scope') continue;
    const holds = scope.start <= each.cue.start && each.cue.end <= scope.end;
    const held = each.scope.start <= cue.start && cue.end <= each.scope.end;
    if (holds || held) count += 1;
  }
  return count % 2 === 1;
}

function scopeOf(lower: string, { cue, start, end }: CueSpan): Span {
  switch (cue.scope) {
    case 'marked':
      return markedPhrase(lower, start, cue.form);
    case 'phrase':
      return { start: phraseStart(lower, start), end: start };
    case 'subject':
      return subjectBefore(lower, start);
    case 'forward':
      return { start: end, end: forwardEnd(lower, end, false) };
    case 'next-phrase':
      return { start: end, end: forwardEnd(lower, end, true) };
    case 'line':
      return { start: end, end: lineEnd(lower, end) };
    case 'affirm':
    default:
      return { start, end: start };
  }
}
