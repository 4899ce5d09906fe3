/** Words that announce an example or a template, and not a result. After an article they name the input. */
const exampleWords =
  /(?<!\b(?:the|your|this|that|these|those|given|provided)\s)\b(?:examples?|for (?:instance|reference|illustration)|samples?|an? typical|typically|usually|hypothetical|fictional|fictitious|made[- ]up|(?:dummy|mock|placeholder) (?:data|values?|json|response|output)|templates?|skeleton)\b|\be\.g\.,?:?$|(?:^|[^\p{sc=Han}]|出力|入力|記入|記載|回答|表示|一|具体)例(?![外年会題文])|見本|サンプル|雛形|ひな[形型]|テンプレート|架空|ダミー|仮の|参考(?:まで|とし|に)|たとえば/iu;
/** A source from which a result was made. */
const source = /(?:から|より|解析|分析|整理|まと|もとに|抽出し)/;
/** A remark after a value that is an example. */
const exampleRemark =
  /\b(?:above|this|these|that|it|values?)\b[^.\n]{0,40}\b(?:examples?|samples?|placeholders?|fictional|made[- ]up|dummy|illustrati\w+|invented)\b|(?:上記|上の|これ|値|内容)[^。\n]{0,20}(?:例|見本|サンプル|架空|ダミー|仮の)/i;
/** Words that announce a likeness of results, which may be a result too. */
const likeness =
  /\b(?:like (?:this|so|these|the following)|along (?:these|the following) lines|an idea of|something like|(?:would|might|could) (?:look|have|give|return|produce|yield|be)|an? typical)\b|イメージ|のような(?!結果)|のように(?:出力|なり|返)|仮に/i;
const likenessAfter = /^["`」』]?\s*(?:の(?:よう|形|構造|形式)|といった|という形)/;
const formatWords =
  /\b(?:format|structure|schema|shape|template|one of)\b|形式|書式|フォーマット|構造/i;
/** Words that announce a result. */
const resultWords =
  /\bhere(?: is| are|['’]s) (?:the|your)\b|\b(?:results?|extracted|final|as follows|requested|based on)\b|結果|回答|抽出し|まと|とおり|作成し/i;
/** A request for the input, or a question at the end. */
const request =
  /\b(?:please|kindly|(?:could|can|would|will) you|(?:if|once|when|after) you)\b[^.!?\n]{0,50}\b(?:paste|upload|attach|provide|share|(?:re-?)?send|supply|forward|fill|complete|enter|run|execute|include|post|describe|tell|give me)|\b(?:once|when|as soon as) I(?: have| am| get| receive|['’]ve|['’]m)\b|\b(?:send|give) me\b|^\s*(?:run|paste|fill|execute) |(?:お?送り|送って|送信|貼り?付け|貼って|添付|アップロード|共有|提供|提示|入力|記入|埋めて|お知らせ|お聞かせ|教えて|説明|渡し|実行|いただ)[^。\n]{0,14}(?:ください|下さい|いただけ|頂け|次第|ませんか|ましたら|お願い|れば)|[?？]\s*$/i;
/** The statement that something is missing or cannot be read. */
const missing =
  /(?:\b(?:no|not|never|without|nothing|cannot|unable|until)\b|n['’]t\b)[^.!?\n]{0,60}\b(?:come|came|attach\w*|includ\w+|provid\w+|receiv\w+|upload\w*|see|seen|tell|told|sent|contain\w*|mention\w*|arriv\w+|access|read|open(?:ed)?|load(?:ed)?|extract|convert|found|yet|have|input|text|file|data|document)\b|\b(?:is|was|seems|appears|looks) (?:\w+ ){0,3}(?:missing|empty|blank)\b|(?:含まれ|添付され|届い|見当た|見え|読み取|読め|確認|開[けく]|アクセス|受け取|入って|特定|判断|抽出|拝見|見つか|いただい|でき)[^。、\n]{0,10}(?:ません|ない|なかった|おらず)|がない(?:ため|ので)|空欄|(?:が空|不足|欠けて)/i;
/** The statement that all of the input is missing. */
const nothingGiven =
  /\byou(?:r \w+)?\b[^.!?\n]{0,40}(?:n['’]t\b|\b(?:not|no|empty|missing|cut)\b)|\bI (?:don['’]t|do not) (?:have|see)\b|\bthere(?:['’]s| is| was| are|['’]re) (?:no|nothing)\b|\bnothing to\b|(?:can(?:no|['’]?)t|can not|could(?:n['’]| no)t|unable to|not able to) (?:\w+ly )?(?:see|view|hear|listen|watch|open|access|read|load|browse|visit|look)\b|まだ|いただいて[いお]|空欄|添付され|届いて|壊れ|(?:本文|文章|画像|音声|ファイル|内容|データ|資料|情報)[がはを][^。\n]{0,12}(?:な[いく]|ありません|含まれ|見え|読め|確認でき)/i;
/** Phrases with which models decline. Each has a verb of declining: an apology alone is no refusal. */
const refusalPhrases =
  /\b(?:can(?:no|['’]?)t|can not|could(?:n['’]| no)t|wo(?:n['’]t)|will not|unable to|not able to)\s+(?:\w+ly\s+)?(?:help|assist|comply|fulfil|provide|do|answer|generate|create|process|complete|discuss|share|support|write|produce|continue|engage|respond|return|give|offer|participate|proceed|output)|\b(?:must|have to|respectfully|I) (?:decline|refuse)|against (?:my|our) (?:guideline|polic)|(?:でき|出来)(?:ません|かねます|ない)|(?:いたし|致し|応じ|答え|沿い|添い)かねます|(?:応じ|答え|差し上げ)(?:られ)?ません|お断り(?:し|いた|致|させ)|控えさせて|差し控え/i;
/** Words right before a value that is an earlier version, or what the answer was made of. */
const supersededWords =
  /(?:\b(?:draft|earlier|previous|original|old|input|wrong|incorrect|before)\b|下書き|草稿|修正前|訂正前|変更前|以前の|元の|入力|誤った)[^.。\n]{0,24}[:：]?$/i;
/** Words of a correction, which may also name the version before it. */
const correctedWords =
  /\b(?:final|correct(?:ed|ion)?|revised|updated|fixed|improved)\b|最終|訂正(?!前)|修正(?!前)|正しく/i;

/** True when the text declines the request. */
export function isRefusal(text: string): boolean {
  return refusalPhrases.test(text);
}

/** Characters before and after a value in which it is announced. */
const announcement = 400;
const remark = 200;
/** A label, before which the announcement is. */
const shortSentence = 16;
/** Characters of prose in which a request for the input is looked for. */
const longestProse = 20_000;
const sentenceEnd = /(?<=[。！？!?\n]|\.\s)/;
const fenceOpening = /\s*(?:`{1,3}|~{3})[\w+-]{0,20}\s*$/;

/** The description of a value in the prose around it. */
interface Announcement {
  /** The number of signs that it is not the answer. */
  readonly doubt: number;
  /** The format of results is announced. */
  readonly isFormat: boolean;
  /** It is an example, an earlier version or part of a sentence, so another value is preferred. */
  readonly isInferior: boolean;
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
  const gap = raw.slice(Math.max(from, start - announcement), start);
  const after = raw.slice(end, Math.min(to, end + remark));
  const lead = gap.replace(fenceOpening, '').trimEnd();
  const sentences = lead.split(sentenceEnd).filter((sentence) => /\p{L}/u.test(sentence));
  const last = sentences.pop() ?? '';
  const said = last.length < shortSentence ? `${sentences.pop() ?? ''}${last}` : last;
  const isExample = exampleWords.test(said) && !source.test(said);
  const isLikeness = likeness.test(said) || likenessAfter.test(after);
  const isInline = /[\p{L},、。][ \t]*$/u.test(gap) && /^[ \t]*[\p{L}.,、。]/u.test(after);
  const isOld = isExample || supersededWords.test(said);
  const likenessDoubt = isLikeness ? 1 + Number(isInline) : 0;
  const resultDoubt = !isExample && resultWords.test(said) ? -2 : 0;
  return {
    doubt: (isExample || exampleRemark.test(after) ? 2 : 0) + likenessDoubt + resultDoubt,
    isFormat: isLikeness || formatWords.test(said),
    isInferior: isInline || (isOld && !correctedWords.test(said)),
    isInline,
  };
}

/** Counts the signs that a text has no input: it lacks it, asks for it, or declines. */
export function readInputStatus(prose: string): {
  readonly doubt: number;
  readonly isRefused: boolean;
  readonly isRequested: boolean;
} {
  const isRefused = isRefusal(prose);
  const isRequested = request.test(prose);
  const signs = [missing.test(prose), nothingGiven.test(prose), isRequested, isRefused];
  return { doubt: signs.filter(Boolean).length, isRefused, isRequested };
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

/** The names of turns of a conversation, or of parts of an example. */
const turn =
  /^[ \t]*(?:<\|[\w ]+\|>|\[INST\]|(?:#{1,4} ?|\*\*)?(?:user|human|assistant|system|input|output|question|answer|q|a|prompt|response|instruction|text|example|入力|出力|質問|回答|問|答|ユーザー|アシスタント|例|指示)(?![a-z])[^:：\n]{0,8}[:：])/gimu;
const label = /^[ \t]*(?:#{1,4} ?|\*\*)?([\p{L}][\p{L} ]{0,20}?)[\s\d]{0,4}\*{0,2}[:：]/gmu;

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
  const gaps = values
    .slice(1, 3)
    .map(({ start }, index) => labelsOf(raw.slice(values[index]?.end, start)));
  const [left, right] = gaps;
  const isTurn =
    (left?.turns ?? 0) > 1 ||
    (left && right && left.labels.length > 1 && left.labels.join() === right.labels.join());
  return isTurn ? second.start : raw.length;
}

function labelsOf(gap: string): { readonly turns: number; readonly labels: readonly string[] } {
  return {
    turns: gap.match(turn)?.length ?? 0,
    labels: [...gap.matchAll(label)].map(([, name = '']) => name),
  };
}
