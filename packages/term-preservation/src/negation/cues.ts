import { isHiragana, isKanji, isKatakana, isLatin, isWordUnit } from '../text/characters.ts';
import { buildTable, groupByUnit } from '../text/lexicon.ts';

/**
 * `scope`: what is mentioned is not part of the work (対象外, out of scope). `prohibition`: it is ruled out or filtered
 * (never, しない, 除外), which a plan may do with something that the request asks for.
 */
export type NegationClass = 'scope' | 'prohibition';

/**
 * Cues by their scope and class, in lower case. After `$` a predicate must end: 不要です, not 不要なデータ. A topic (は...) may also
 * be set off by a comma. Written for this package.
 */
const cueForms = {
  /** To the end of the line: a heading ("対象外: ..."), also with a few words before its colon ("Out of scope this year: ..."). */
  line: {
    scope:
      '対象外,スコープ外,範囲外,やらないこと,除外,見送り,次フェーズ,次期対応,今後の課題,out of scope,not in scope,excluded,deferred,postponed,non-goals,not included,not planned,later,later phase,next phase,second phase,phase 2,phase two,future work',
    prohibition: '',
  },
  /** The noun phrase marked は/も/を/で nearest before the cue, else the clause. */
  marked: {
    scope: `
不要$,対象外$,範囲外$,スコープ外$,適用外$,不採用$,非対応$,未対応$,対応外$
考慮しない,盛り込まない,盛り込まず
見送る,見送り,見送って,見送った,見送ります,次回に回す,次回に回し,後回し,先送り,スコープから外,対象から外,範囲から外,スコープから除,要件から外,計画から外
必要ない,必要はない,必要がない,必要ありません,必要はありません,要らない,いらない,要りません,いりません,要らず
は割愛,は次フェーズ,は次の版,は次の段階,は次の機会,は次のリリース,は次のフェーズ,は今回なし,は今回無し,は次期,は将来,は二次開発,は諦め,は今回見合わせ,は見合わせ,は次リリース,は次バージョン,は第二弾,は第2弾,は第二期,は第2期,は2期,は来期,は来季,は次年度,は来年度,は翌年度,は次シーズン,は別の機会,は後のフェーズ,は後続フェーズ,は後日対応,は後日検討,は後日の課題,は別途対応,は対応せず,は未定
を割愛,を次フェーズ,を次期
次フェーズへ,今後の課題,検討にとどめ,検討に留め,検討課題とする,リリース後に検討,公開後に検討
`,
    prohibition: `
除外$,対象から除,範囲から除,は除外,を除外
行わない,おこなわない,行わず,行いません,含めない,含めず,含まない,含まず,含みません,含めません
を見合わせ,を取りやめ,は延期,は保留,は中止,は後日,は別途,はやめ,は取りやめ,は後続,は来年,は凍結,をやめ,を延期,を後続
は省略,は止め,はスキップ,は無し,はなし,は外す,は外し,は省く,は省き,は除く,は除き,はありません,は無い,はない,は入れず,は入れない,は設けず,は設けない,は使わず,は触れない,を省く,を省き,を省いて,を外して,をスキップ
せず、,せずに$,手を付けない$
~し,~作ら,~やら,~使わ,~設け,~入れ,~扱わ,~送ら,~出さ,~載せ,~持た,~持たせ,~付け,~受け付け,~残さ,~され,~見せ,~行なわ,~求め,~取ら,~触ら,~認め
は~鳴らさ,は~流さ,は~渡さ,は~貸さ,は~許さ,は~回さ,は~返さ,は~話さ,は~映さ,は~押さ,は~配ら,は~貼ら,は~撮ら,は~売ら,は~刷ら,は~乗せ,は~知らせ,は~受け取ら,は~取り込ま,は~書か,は~開か,は~置か,は~呼ば,は~組ま,は~頼ら,は~買わ,は~雇わ,は~払わ
`,
  },
  /** The phrase just before the cue. */
  phrase: {
    scope: '',
    prohibition:
      'ではなく,じゃなく,でなく,の代わりに,に代わり,に代えて,に替えて,をやめて,なしで,なしに,なしの,無しで,無しの,抜きで,抜きの,抜きに,を使わず,に頼らず,を経ずに,を介さず,せずに,を除く,を除き,を除いて,を除外し',
  },
  /** English: from the start of the clause to the cue. */
  subject: {
    scope: `
+out of scope,+unnecessary,+deferred,+postponed,+left out,+ruled out,+off the table,+for later,+a later,+later phase,+a future
: later,(later
-in scope,-required,-needed,-included,-planned,-supported,-offered,-implemented,-part of
!included,!built,!added,!part of,!offered,!supported
not required,not needed,not planned,no longer needed,no longer required,deferred to,will be deferred,postponed,can wait,does not need to be,do not need to be,need not be,needn't be
to be decided later,considered later,added later,handled later,addressed later,done later,comes later,come later,follows later,follow later,left for later,in a second phase,in the second phase,in the next phase,in the next release,in phase two,in phase 2,after the first release,considered after launch,added after launch
`,
    prohibition: "+excluded,+skipped,+dropped,is never,are never,-used,will not be,won't be",
  },
  /** To the end of the clause, or to the next verb after and/but. */
  forward: {
    scope: 'postpone,postpones,defer,defers,no need to,no need for,not going to,hold off on',
    prohibition:
      "forgo,leave out,leaves out,leaving out,left out,do not,don't,does not,doesn't,never,must not,should not,shouldn't,will not,won't,shall not,not to,skip,skips,skipping,skipped,exclude,excludes,excluding,omit,omits,omitting,stay away from",
  },
  /** The noun phrase that follows. */
  'next-phrase': {
    scope: '',
    prohibition:
      'instead of,rather than,in place of,without,except for,except,no,not,other than,apart from,minus,nor',
  },
  /** No negation: a false friend. It hides the cues that it overlaps. */
  affirm: {
    scope: `
だけでなく,だけではなく,のみでなく,ばかりでなく,ないよう,ないため,止めない,止めず,残さず,問題なし,変更しない,変更せず,変更なし,重複しない,重複せず,停止しない,停止せず,影響しない,依存しない,依存せず
漏れなし,欠損なし,停止なし,中断なし,ダウンタイムなし,エラーなし,遅延なし,重複なし,存在しない,一致しない,該当しない,わけではない,
must not be,should not be,must never be,if no,when no,where no,has no,have no,had no,not only,not just,not merely,no longer than,no later than,no more than,no less than,no fewer than,no earlier than,not more than,not less than,not exceed,never exceed,don't forget,do not forget,don't miss,do not miss,never miss,never lose,don't lose,never forget,not be lost,not lose,never be lost,must not block,without interruption,without interrupting,without data loss,without losing,without loss,without downtime,without breaking,without fail,without delay,without errors,without error,without duplicates,without duplication,without disrupting,without blocking,without affecting,without interrupt,without a gap,without gaps,without reloading,no downtime,no data loss,no interruption,no loss,no duplicates,no errors,no data is lost,no matter,no doubt,not null,not empty,not found,not yet,not available,if not,or not,why not,no. ,no-code,can not,not changed,not change,no change,no changes,without changing,not necessarily,not been,has not,have not,is not,are not,not be able,not later than,not longer than,not work,no one,
`,
    prohibition: '',
  },
} satisfies Readonly<Record<string, Readonly<Record<NegationClass, string>>>>;

/** The range that a cue negates or puts out of scope. */
type CueScope = keyof typeof cueForms;

interface Cue {
  readonly form: string;
  readonly scope: CueScope;
  readonly class: NegationClass;
  /** The cue counts only where a predicate may end. */
  readonly final: boolean;
}

const openings: Readonly<Record<string, readonly string[]>> = {
  '+': ['is ', 'are ', ': ', '('],
  '-': ['is not ', 'are not ', "isn't ", "aren't ", ': not '],
  '!': ['will not be ', "won't be "],
};

const cues = /* @__PURE__ */ buildTable(() => {
  // Object.keys drops the type of the keys.
  const scopes = Object.keys(cueForms) as readonly CueScope[];
  return groupByUnit(scopes.flatMap(parseCues), ({ form }) => form);
});

function parseCues(scope: CueScope): readonly Cue[] {
  return (['scope', 'prohibition'] as const).flatMap((kind) =>
    cueForms[scope][kind]
      .trim()
      .split(/[,\n]/)
      .filter((form) => form !== '')
      .flatMap((form) => (form.startsWith('は') ? [form, `は、${form.slice(1)}`] : [form]))
      .flatMap(writtenForms)
      .map((form) => ({
        form: form.replace('$', ''),
        scope,
        class: kind,
        final: form.endsWith('$'),
      })),
  );
}

/** Returns the forms that a mark stands for: `+` is and a colon, `-` is not, `!` will not be, `~` the negations of a verb (~作ら: 作らない). */
function writtenForms(form: string): readonly string[] {
  const opening = openings[form.charAt(0)];
  if (opening !== undefined) return opening.map((each) => each + form.slice(1));
  const [topic = '', stem] = form.split('~');
  if (stem === undefined) return [form];
  const row = 'わらさたかまば'.indexOf(stem.slice(-1));
  const polite = row < 0 ? stem : stem.slice(0, -1) + 'いりしちきみび'.charAt(row);
  const forms = [`${topic}${stem}ない$`, `${topic}${polite}ません$`];
  return stem === 'し' ? forms : [...forms, `${topic}${stem}ず`];
}

/** A cue at its place in a text. */
export interface CueSpan {
  readonly cue: Cue;
  readonly start: number;
  readonly end: number;
}

/** Most units start no cue: a table answers that faster than a map. */
const startsCue = /* @__PURE__ */ buildTable(() => {
  const table = new Uint8Array(1 << 16);
  for (const first of cues.keys()) table[first.charCodeAt(0)] = 1;
  return table;
});

/**
 * Returns the cues of a text with ASCII in lower case, from left to right. At each place the longest form wins.
 * A false friend hides every cue that it overlaps. Cost: the text times the cues of one first character.
 */
export function findCues(lower: string): readonly CueSpan[] {
  const found: CueSpan[] = [];
  const friends: CueSpan[] = [];
  for (let at = 0; at < lower.length; at += 1) {
    if (startsCue[lower.charCodeAt(at)] !== 1) continue;
    const cue = cues
      .get(lower.charAt(at))
      ?.find((each) => lower.startsWith(each.form, at) && isCueAt(lower, at, each));
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

/** The rest of a heading after its cue. */
const headingEnd =
  /^(?: (?:(?:for|in|from|of|at) )?(?:now|this|the (?:first|current|initial)|launch|phase|v\d)(?![a-z])[^:：\n.;,]{0,20}|[(（][^)）\n]{1,20}[)）])?[:：]/;

function isCueAt(lower: string, at: number, cue: Cue): boolean {
  const end = at + cue.form.length;
  if (cue.scope === 'line' && !headingEnd.test(lower.slice(end, end + 40))) return false;
  if (isLatin(cue.form.charCodeAt(0))) {
    if (isWordUnit(lower.charCodeAt(at - 1)) || lower.charAt(at - 1) === '-') return false;
    return !isWordUnit(lower.charCodeAt(end)) || cue.form.endsWith(' ');
  }
  return !cue.final || endsPredicate(lower, end);
}

/** Returns true when a predicate may end at `at`: no noun follows that the cue would modify. */
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
  return !(isKanji(next) || isKatakana(next) || isLatin(next) || isHiragana(next));
}
