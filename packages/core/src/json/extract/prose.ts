/** Words that announce an example or a template, and not a result. After an article they name the input. */
const exampleWords =
  /(?<!\b(?:the|your|this|that|these|those|given|provided)\s)\b(?:examples?|for (?:instance|reference|illustration)|samples?|an? typical|typically|usually|hypothetical|fictional|fictitious|made[- ]up|invented|received (?:th(?:is|ese)|the following)|illustrati\w+|dummy|placeholder(?:s|(?=\.))|(?:mock|placeholder) (?:data|values?|json|response|output)|templates?|skeleton)\b|\be\.g\.,?:?$|(?:^|[^\p{sc=Han}]|[力入載答示一体])例(?![外年会題文])|見本|サンプル|雛形|ひな形|テンプレート|架空|ダミー|仮の|受け取(?:った|りました)|参考(?:まで|とし|に)|たとえば/iu;
/** Announces the result of another case: had you asked for a half marathon, the output would have been. */
const otherCase =
  /\b(?:if|had) (?:you|we|i|it|they|the \w{1,20}) (?!want|need|prefer|like)[^.\n]{1,80}\bwould (?:have|be|become|look|return|give)\b|もし[^。\n]{1,60}(?:たら|なら|れば)、[^。\n]{0,16}(?:次|以下|こう|この)/i;
/** Words that announce a likeness of results, which may be a result too. */
const likeness =
  /\b(?:such as|like (?:this|so|these|the following)|along (?:these|the following) lines|an idea of|something like|(?:would|might|could) (?:look|have|give|return|produce|yield|be))\b|イメージ|のような(?!結果)|仮に/i;
/** An offer for later: "then I can return something like this". */
const offered =
  /\b(?:can|could|will|would|'ll) (?:then )?(?:return|give|produce|provide|send|write|create|generate|fill)\b/i;
const likenessAfter = /^["」』]?\s*(?:の(?:よう|形|構造|形式)|といった|という形|など)/;
const formatWords =
  /\b(?:format|structure|schema|shape|template|one of|in (?:this|the following) form)\b|形式|書式|フォーマット|構造/i;
/** A remark after a value that is an example. */
const exampleRemark = /\b(?:above|this|these|that|it|values?)\b|上記|上の|これ|値|内容/i;
/** A request for the input. */
const request =
  /\b(?:please|kindly|(?:could|can|would|will|if|once|when|after) you)\b[^.!?\n]{0,60}\b(?:paste|upload|attach|provid|shar|(?:re-?)?send|supply|forward|fill|complete|enter|run|execut|includ|post|describe|tell|give me|try|(?:double-)?check)|(?:送|貼|添付|共有|提[供示]|入力|記入|教えて|確認させ|いただ|実行|試し)[^。\n]{0,20}(?:ください|下さい|いただけ|頂け|次第|しだい|ませんか|ましたら|お願い|れば)/i;
/** The statement that the input is missing or cannot be read. */
const missing =
  /(?:\b(?:no|not|without|nothing|cannot|unable|until)\b|n['’]t\b)[^.!?\n]{0,70}\b(?:c[ao]me|attach|includ|provid|receiv|upload|see|tell|sent|contain|mention|arriv|access|read|open|load|extract|found|yet|have|input|text|file|data|document)|\b(?:is|was|seems|appears|looks)\b[^.!?\n]{0,40}\b(?:missing|empty|blank)\b|(?:含まれ|添付|届|見|読|確認|開|受け取|入って|いただ|でき)[^、。\n]{0,14}(?:ません|ない|なかった|おらず)|\bnothing to\b|がない(?:ため|ので)|空欄|が空|不足|欠けて/i;
/** Phrases with which models decline. Each has a verb of declining: an apology alone is no refusal. */
const refusal =
  /\b(?:can(?:no|['’]?)t|can not|could(?:n['’]| no)t|wo(?:n['’]t)|will not|(?:un|\w{2,4}n['’]t |not )able to) (?:\w{1,20}ly )?(?:help|assist|comply|fulfil|provide|do|answer|generate|create|process|complete|discuss|share|support|write|produce|continue|engage|respond|return|give|offer|participate|proceed|output|retrieve|fetch|access|reach|look up|obtain)|\b(?:must|have to|respectfully|I) (?:decline|refuse)|against (?:my|our) (?:guideline|polic)|(?:でき|出来)(?:ません|ない)|かねます|(?:応じ|答え|差し上げ)(?:られ)?ません|お断り|控え(?:させ|ます)/i;
const apology = /\b(?:sorry|apolog)|申し訳|すみません/i;
/** The report of a call that failed, whose error object is no answer. */
const failure =
  /\b(?:requests?|calls?|tools?|look-?ups?|service|server|api)\b[^.!?\n]{0,40}\b(?:failed|an error)\b|失敗し(?:た|まし|て)|エラー(?:が|に|を)[^。\n]{0,6}(?:発生|出|な[りっ]|返)/i;
/** The statement that two versions are possible. */
const undecided =
  /\b(?:tell|know|decide|determine|sure|say|me|confirm) which\b|\bequally (?:plausible|likely|possible)\b|\bboth (?:\w{1,20} )?(?:are|seem|look) (?:\w{1,12} )?(?:defensible|possible|plausible|valid|reasonable|likely)\b|\bno (?:basis|way|reason|grounds) (?:for|to) (?:prefer|choos|pick|decid|favou?r)|(?:ど(?:ちら|れ)|いずれ)(?:[かがのもにを]|とも)[^。\n]{0,24}(?:教え|お知らせ|判断|判別|断定|特定|確定|決め|分か|わか|あり(?:得|え)|によ(?:り|る)|次第|(?:よろし|[良よい])い(?:です|でしょう)か)|(?<![^。\n])(?:どちら|どれ|いずれ|どの\p{L}{1,6}?)[でがのをに][^。\n]{0,24}(?:(?:でしょう|です|ます)か|ください|お願い)|選[びん択][^。\n]{0,6}ください|\b(?:pick|choose) (?:one|either)\b|\bwhich\b[^.!?\n]{1,60}\bdepends on\b|\bwhich (?:one|of (?:these|them|the (?:two|three))|option|version)\b[^.!?\n]{0,60}\?|\bwhich \w{1,20} (?:should|shall|would|do) (?:i|you|we)\b[^.!?\n]{0,60}\?|\b(?:two|three|several|multiple|both) (?:\w{1,20} )?(?:interpretations?|readings?|answers?|versions?|values?) (?:are|seem|look) (?:\w{1,12} )?(?:possible|plausible|valid|defensible|reasonable)\b|\bit depends on (?:how|which|whether|what)\b/iu;
/** Words before a value that is wrong or an earlier version, or what the answer was made of. */
const supersededWords =
  /❌|\bNG\b|\b(?:do|should|must)(?: not|n['’]t)\b[^.\n]*:$|(?:\b(?:draft|earlier|previous(?:ly)?|former(?:ly)?|original|old|input|wrong|incorrect|before)\b|下書き|草稿|[修訂]正前|変更前|以前の|元の|入力|誤った)[^.。\n]{0,24}[:：。]?$/i;
/** A label of what the model was given: `Input:`, `## 入力データ`. */
const inputLabel =
  /^[#*\s]{0,8}(?:the )?(?:input|入力)(?: ?(?:data|json|text|データ))?[*\s]{0,4}[:：]?[*\s]{0,4}$/i;
/** The request after a value to disregard it, or a second thought that does not end in its favour. */
const retraction =
  /\b(?:disregard|ignore|discard|retract|withdraw|scrap) (?:(?:all|everything|the|this|that|my) ){0,3}(?:\w{1,12} )?(?:above|json|answer|response|result|output|object)\b(?! \w)|(?:上記|上の|今の|先ほどの|この)[^、。\n]{0,12}[はを](?:すべて|全て)?(?:取り?消|撤回|破棄|無視|忘れ|誤り(?!では)|使わな)|^\W{0,9}(?:hmm|wait|oops)\b(?!(?:(?!\b(?:no|not|wrong|should)\b|n['’]t)[\s\S]){0,180}\b(?:correct|right|fine|good|consistent)[.!\s]{0,9}$)/i;
/** Words of a correction, which may also name the version before it. */
const correctedWords =
  /\b(?:final|correct(?:ed|ion)?|revised|updated|fix(?:ed)?|improved|wait(?=,))\b|最終|[訂修]正(?!前)|正し[いく]/i;
/** Words that offer a value in the place of the one before. */
const offer = /\b(?:or|instead)\b/i;

/** True when the text declines the request. */
export function isRefusal(text: string): boolean {
  return refusal.test(text);
}

/** True for a heading of a later version of a value: `### Final`, `**After**`, `修正後：`. */
export function announcesVersion(heading: string): boolean {
  return correctedWords.test(heading) || /\bafter\b|[更善正]後/i.test(heading);
}

/** Characters before and after a value in which it is announced. */
const announcement = 400;
const remark = 200;
/** A label, before which the announcement is. */
const shortSentence = 16;
/** Characters of prose in which a request for the input is looked for. */
const longestProse = 20_000;
const sentenceEnd = /(?<=[。！？!?\n]|\.\s)/;

/** The description of a value in the prose around it. */
interface Announcement {
  /** The number of signs that it is not the answer. */
  readonly doubt: number;
  /** The format of results is announced. */
  readonly isFormat: boolean;
  /** It is a sample of a result that is offered for later. */
  readonly isOffered: boolean;
  /** It is an example, an earlier version or part of a sentence, so another value is preferred. */
  readonly isInferior: boolean;
  /** It is labelled as the input. */
  readonly isInput: boolean;
  /** It is announced as a correction or as the last version. */
  readonly isCorrected: boolean;
  /** Words before it name a version, an example or a format. */
  readonly isVersion: boolean;
  /** The text after it asks to disregard it. */
  readonly isRetracted: boolean;
  /** It is in the middle of a line of prose. */
  readonly isInline: boolean;
}

/** Reads the prose from `from` to a value at `[start, end)`, and from there to `to`. */
export function readAnnouncement(
  raw: string,
  start: number,
  end: number,
  from: number,
  to: number,
): Announcement {
  const gap = raw.slice(Math.max(from, start - announcement), start).replace(/`$/, '');
  const after = raw.slice(end, Math.min(to, end + remark)).replace(/^`/, '');
  const lead = gap.trimEnd();
  const sentences = lead.split(sentenceEnd).filter((sentence) => /\p{L}/u.test(sentence));
  const last = sentences.pop() ?? '';
  const said = last.length < shortSentence ? `${sentences.pop() ?? ''}${last}` : last;
  const isExample = exampleWords.test(said) || otherCase.test(said);
  const isOld = isExample || supersededWords.test(said);
  const isCorrected = correctedWords.test(said);
  const isLikeness = likeness.test(said) || likenessAfter.test(after);
  const isInline = /[\p{L}.,、。（(][ \t]*$/u.test(gap) && /^[ \t]*[\p{L}.,;、。)）]/u.test(after);
  const likenessDoubt = isLikeness ? 1 + Number(isInline || offered.test(said)) : 0;
  return {
    doubt:
      (isExample || (exampleRemark.test(after) && exampleWords.test(after)) ? 2 : 0) +
      likenessDoubt,
    isFormat: isLikeness || formatWords.test(said),
    isOffered: formatWords.test(said) && offered.test(said),
    isInferior: isInline || (isOld && !isCorrected),
    isInput: inputLabel.test(last),
    isCorrected,
    isVersion: [correctedWords, formatWords, exampleWords, offer].some((words) => words.test(gap)),
    isRetracted: retraction.test(after),
    isInline,
  };
}

/** Counts the signs that a text has no input: it lacks it, asks for it, or declines. */
export function readInputStatus(prose: string): {
  readonly doubt: number;
  readonly isRefused: boolean;
  /** It declines or apologises. */
  readonly isSorry: boolean;
  readonly isRequested: boolean;
  readonly isUndecided: boolean;
} {
  const isRefused = isRefusal(prose);
  const isRequested = request.test(prose);
  const doubt = Number(missing.test(prose)) * 2 + Number(isRequested) + Number(isRefused);
  const isSorry = isRefused || apology.test(prose) || failure.test(prose);
  const isUndecided = isRefused || undecided.test(prose);
  return { doubt, isRefused, isSorry, isRequested, isUndecided };
}

/** The text outside the values. */
export function proseOf(
  raw: string,
  visible: readonly (readonly [number, number])[],
  values: readonly (readonly [number, number])[],
): string {
  let prose = '';
  for (const [from, to] of visible) {
    let at = from;
    for (const [start, end] of values) {
      if (start < at || end > to) continue;
      prose += `${raw.slice(at, start)}\n`;
      at = end;
    }
    prose += raw.slice(at, to);
  }
  return prose.slice(0, longestProse);
}

/** A heading, or a label on its own line or before a value, and the names that the input of a next turn has. */
const label =
  /^(?:#{1,6}[ \t]{0,4}\p{L}[\p{L} ]{0,20}$|[ \t#*]{0,8}\p{L}[\p{L} ]{0,20}[^\p{L}\n:：]{0,8}[:：])/gmu;
const input =
  /^[ \t#*]{0,8}(?:user|human|input|instruction|question|q|prompt|text|task|example|入力|指示|依頼|質問|問|ユーザー|例)(?![a-z])/i;
const turnMark =
  /(?:^[ \t]{0,8}|(?<=[>\]]))(?:<(?:\|[\w ]{1,20}\||\w{1,9}_of_turn|\/?s)>|\[\/?INST\])/gm;

/**
 * Returns the offset of the first value after the answer in a completion that runs on: the text begins with a
 * value, and each of the next values follows the labels of a next input. Returns the length of the text if it
 * does not run on.
 */
export function findRunOn(
  raw: string,
  values: readonly { readonly start: number; readonly end: number }[],
): number {
  const [first, second] = values;
  if (!first || !second || raw.slice(0, first.start).trim().includes('\n')) return raw.length;
  const [marks, labels] = turnsIn(raw.slice(first.end, second.start));
  const next = turnsIn(raw.slice(second.end, values[2]?.start ?? second.end))[1];
  const isTurn =
    marks.length > 1 ||
    (labels.length > 1 &&
      (labels.join() === next.join() || labels.some((name) => input.test(name))));
  return isTurn ? second.start : raw.length;
}

/** Returns the marks of turns, and the labels of lines. */
function turnsIn(gap: string): readonly [marks: readonly string[], labels: readonly string[]] {
  return [gap.match(turnMark) ?? [], gap.match(label) ?? []];
}
