import { isKanji, isKatakana, isLatin, isWordUnit } from '../text/characters.ts';
import { type Cue, cues } from './cues.ts';

/** A cue at its place in a text. */
export interface CueSpan {
  readonly cue: Cue;
  readonly start: number;
  readonly end: number;
}

const byFirst = buildIndex();
const starts = new Uint8Array(1 << 16);
for (const unit of byFirst.keys()) starts[unit] = 1;

/**
 * Cues of `lower` (ASCII in lower case) from left to right. At each place the longest form wins;
 * a false friend hides every cue it overlaps. O(text x cues of one first character).
 */
export function findCues(lower: string): readonly CueSpan[] {
  const found: CueSpan[] = [];
  const friends: CueSpan[] = [];
  for (let at = 0; at < lower.length; at += 1) {
    const unit = lower.charCodeAt(at);
    // Most units start no cue; a table answers that faster than a map.
    if (starts[unit] !== 1) continue;
    const cue = byFirst
      .get(unit)
      ?.find((each) => lower.startsWith(each.form, at) && stands(lower, at, each));
    if (cue === undefined) continue;
    const span = { cue, start: at, end: at + cue.form.length };
    if (cue.scope === 'affirm') friends.push(span);
    else found.push(span);
  }
  return withoutOverlaps(found, friends);
}

function withoutOverlaps(
  found: readonly CueSpan[],
  friends: readonly CueSpan[],
): readonly CueSpan[] {
  const kept: CueSpan[] = [];
  let friend = 0;
  for (const span of found) {
    while (friend < friends.length && (friends[friend]?.end ?? 0) <= span.start) friend += 1;
    const other = friends[friend];
    const hidden = other !== undefined && other.start < span.end && other.end > span.start;
    const last = kept.at(-1);
    // しない inside 考慮しない is the same cue.
    if (!hidden && (last === undefined || last.end <= span.start)) kept.push(span);
  }
  return kept;
}

function stands(lower: string, at: number, cue: Cue): boolean {
  const end = at + cue.form.length;
  if (isLatin(cue.form.charCodeAt(0))) {
    if (isWordUnit(lower.charCodeAt(at - 1)) || lower.charAt(at - 1) === '-') return false;
    return !isWordUnit(lower.charCodeAt(end)) || cue.form.endsWith(' ');
  }
  return !cue.final || endsPredicate(lower, end);
}

/** Whether a predicate may end at `at`: nothing follows that would make the cue modify a noun. */
function endsPredicate(lower: string, at: number): boolean {
  const rest = lower.slice(at, at + 4);
  if (/^(?:$|[\s、。，．,.;:!?)）」』\]])/.test(rest)) return true;
  if (
    /^(?:です|でし|だ|で[、。すよある]|では|とす|とし|とな|とさ|にす|にし|扱い|の[たでもみ]|ので|が[、。]|し[、。まてた]|と[、。いのこ]|こと|方針|でい|でお|でか|けれ|けど|ため|予定|から|で(?![きは]))/.test(
      rest,
    )
  ) {
    return true;
  }
  const next = lower.charCodeAt(at);
  return !(
    isKanji(next) ||
    isKatakana(next) ||
    isLatin(next) ||
    (next >= 0x3041 && next <= 0x3096)
  );
}

function buildIndex(): ReadonlyMap<number, readonly Cue[]> {
  const index = new Map<number, Cue[]>();
  for (const cue of cues) {
    const first = cue.form.charCodeAt(0);
    const list = index.get(first);
    if (list === undefined) index.set(first, [cue]);
    else list.push(cue);
  }
  for (const list of index.values()) list.sort((a, b) => b.form.length - a.form.length);
  return index;
}
