import { japaneseWh } from '../language/japanese-signals.ts';
import { textEnd } from '../language/clean-text.ts';
import type { Analysis, Term } from '../language/reading.ts';
import { isThing, namesAmong, runsOf } from '../language/terms.ts';
import { replaceSlots } from './replace.ts';
import { isAlike, replacedCase } from './replaced-case.ts';

/** The latest question, and whether the dialog is about one named subject. */
interface Before {
  readonly question: Analysis | null;
  readonly isEncyclopedic: boolean;
}

/** Returns the earlier terms that a follow-up leaves in place. Of a rejected thing only that goes. */
export function withoutReplaced(
  earlier: readonly Term[],
  message: Analysis,
  { question, isEncyclopedic }: Before,
  isRejected = false,
): readonly Term[] {
  const held = new Set(otherEnds(earlier, message, question));
  const replaceable = earlier.filter((term) => !held.has(term));
  const slots = [...held, ...replaceSlots(replaceable, message, isRejected)];
  const isReplaced =
    (isEncyclopedic && namesAmong(message.terms).length === 0) ||
    earlier.some((term) => !term.isAttribute && !slots.includes(term));
  const object = isReplaced || isRejected ? [] : replacedObject(earlier, message, question);
  return slots.filter((term) => !object.includes(term));
}

/**
 * The earlier terms whose place a bare noun takes: those after the same preposition (`on my phone`), else the
 * object of the verb (`what about beer?` after `can I bring my own wine`), else what a preposition adds
 * (`the fee for a key`). In Japanese, and only of a correction: the noun before a shared one, else the first.
 */
function replacedObject(
  earlier: readonly Term[],
  message: Analysis,
  question: Analysis | null,
): readonly Term[] {
  const { language, text, terms, signals } = message;
  if (language === 'ja') {
    if (signals.correction) return replacedNoun(earlier, terms);
    if (changedMind.test(text)) return alikeInPlace(earlier, message, question);
    const keys = new Set(replacedCase(message, question).map(({ key }) => key));
    if (keys.size > 0) return earlier.filter(({ key }) => keys.has(key));
    const isAlone = signals.ellipsis && !text.includes('も') && terms.length === 1;
    // 犬の登録: what の marks, and not the topic of プールは or the time of 検査の前に.
    const isOwner = ({ end }: Term): boolean =>
      /^ ?(?:の(?![前後])|を|(?=\p{Script=Han})|へ|に(?!は)|まで|から|で(?!も)|行)/u.test(
        question?.text.slice(end) ?? '',
      );
    if (!isAlone) return [];
    const alike = earlier.filter((term) => isAlike(term, terms[0]) && isOwner(term)).slice(0, 1);
    if (alike.length > 0) return alike;
    if (otherOne.test(text)) return counterpartOf(earlier, terms[0]);
    return thenThis.test(text) ? topicBefore(earlier, terms[0], question) : [];
  }
  // Could I foster one instead: another thing is done to the same object.
  if (doneInstead.test(textEnd(text))) return earlier.filter(isDeed);
  if (question === null || !(signals.ellipsis || signals.correction)) return [];
  // And freeze it: what the pronoun means stays.
  if (/\b(?:it|them|th(?:at|is|[eo]se))\b/iu.test(text)) return [];
  const own = startPreposition.exec(text)?.[1];
  const placed = terms.filter((term) => term.key !== own);
  if (justDone.test(text)) return objectOf(earlier, question, afterIt);
  if (own !== undefined && placed.every(isThing))
    return objectOf(earlier, question, own === 'after' ? afterIt : own);
  const [, lead] = startCondition.exec(text) ?? [];
  if (lead !== undefined && question.text.toLowerCase().includes(lead.toLowerCase()))
    return objectOf(earlier, question, lead.replaceAll(/[^\w\s]/gu, '.'));
  // And Turkey, after `can I use my allowance in Switzerland`: a name for the last name, or for the last with its article.
  const names = isNameAlone(terms) ? namesAmong(earlier) : [];
  const article = articleBefore(text, terms[0]);
  const named =
    names.findLast(([first]) => articleBefore(question.text, first) === article) ?? names.at(-1);
  if (named !== undefined) return named;
  // The travel clinic, after the flu clinic: another word before the same noun.
  const at = terms.findIndex(({ key }) => earlier.some((term) => term.key === key));
  const shared = earlier.findIndex(({ key }) => key === terms[at]?.key);
  const beside = earlier[shared - 1];
  const isOther = at > 0 || (signals.correction && isThing(beside));
  if (beside !== undefined && isOther) return [beside];
  const isNoun =
    terms.some(isThing) &&
    terms.every(
      (term) => isThing(term) || term.isAttribute || term.isGeneric || /^\d/u.test(term.text),
    );
  if (!isNoun) return [];
  // And the national one, after the regional train pass: the first word of the thing.
  if (signals.ellipsis && / one\?*$/u.test(text)) {
    const run = runOf(earlier.filter(isThing));
    return run.slice(0, Math.min(1, run.length - 1));
  }
  if (/\b(?:(?:out|in)side|for|in|on|off|at|to|with|from|by|if|when|too|ones?)\b/iu.test(text))
    return [];
  // The field, after bring our dog to the patch: the last thing with an article of the same kind.
  const kind = /^[ta]/iu.test(article ?? '') ? article : 'my|our|your';
  const marked = article === undefined ? [] : objectOf(earlier, question, kind ?? article);
  if (marked.length > 0) return marked.filter(({ isAttribute }) => !isAttribute);
  const verb = earlier.findIndex(({ isVerb, isPredicate }) => isVerb || isPredicate);
  const rest = verb < 0 ? [] : earlier.slice(verb + 1);
  const object = runOf(rest);
  // The subject: dogs, in are dogs allowed on trams; a filling, in what does a filling cost.
  const isSubject = verb > 0 && /^(?:is|are|was|were|what does)\b/iu.test(question.text);
  const subject = isSubject ? runOf(earlier.slice(0, verb)) : object;
  const added =
    subject.length > 0 ? subject : objectOf(earlier, question, 'for|on|of|about|with|to|in|at');
  return added.length > 0 || !signals.correction ? added : runOf(earlier.filter(isThing));
}

/** じゃあ乗馬は: the same is asked of another one. Not じゃあ乗馬なら, じゃあ乗馬の場合は. */
const thenThis = /^(?:じゃあ?|では|それでは)、?[^、。？?]{1,20}(?:は|って)[？?。]*$/u;

/** A person, or what is done with any thing. */
const ofAnyThing =
  /[人者方子]$|予約|申し?込|受付|支払|取り?消|返品|返金|変更|貸し?出し?|見学|登録/u;

/** Returns the topic of a question, 乳搾り体験 of 乳搾り体験は何歳から, for another thing. Not for a property, a person or a time. */
function topicBefore(
  earlier: readonly Term[],
  own: Term | undefined,
  question: Analysis | null,
): readonly Term[] {
  const isOther = isThing(own) && own?.values.length === 0 && !ofAnyThing.test(own.text);
  if (!isOther || question === null || !japaneseWh.test(question.text)) return [];
  const topic = earlier.find((term) => /^(?:は|って)/u.test(question.text.slice(term.end)));
  const isLeft = earlier.length > 1;
  return isLeft && isThing(topic) && topic?.values.length === 0 ? [topic] : [];
}

const doneInstead = /\w (?:one|it|them|th(?:at|ose)) instead\W*$/iu;

function isDeed({ isVerb }: Term): boolean {
  return isVerb;
}

/** ヨガの方は, ガスのほうは: of two the other one. Not 65歳以上の方は, a person. */
const otherOne = /の(?:方|ほう)(?:は|だと|なら|も)/u;

/** Returns the earlier term whose place `the other one` takes: the action, for another one (新規 for 更新), else the first thing. */
function counterpartOf(earlier: readonly Term[], own: Term | undefined): readonly Term[] {
  if (own === undefined || own.values.length > 0) return [];
  const isAction = /^(?:新規|初回|再)/u.test(own.text);
  const replaced = earlier.find((term) =>
    isAction ? term.isPredicate : isThing(term) && term.values.length === 0,
  );
  return isThing(own) ? earlier.filter((term) => term === replaced) : [];
}

const markAfter = /^(?:まで|から|へ|に|で)/u;
const markBefore = /\b(?:from|to|until|before|after) (?:the )?$/iu;

/** Returns the kinds of a value with its particle or preposition: `region から`. */
function endsOf({ language, text }: Analysis, { start, end, values }: Term): readonly string[] {
  const mark =
    language === 'ja'
      ? markAfter.exec(text.slice(end, end + 2))
      : markBefore.exec(textEnd(text.slice(0, start)));
  return mark === null ? [] : values.map(({ kind }) => `${kind} ${mark[0].toLowerCase()}`);
}

/** Returns the earlier values that stay, as a value with the mark of the new one goes: 東京から, for 名古屋までは after 東京から大阪まで. */
function otherEnds(
  earlier: readonly Term[],
  message: Analysis,
  question: Analysis | null,
): readonly Term[] {
  if (question === null) return [];
  const kinds = new Set(message.terms.flatMap(({ values }) => values.map(({ kind }) => kind)));
  const marks = new Set(message.terms.flatMap((own) => endsOf(message, own)));
  const ends = question.terms.filter(({ values }) => values.some(({ kind }) => kinds.has(kind)));
  const others = ends.filter((term) => !endsOf(question, term).some((end) => marks.has(end)));
  const held = new Set(others.length < ends.length ? others.map(({ key }) => key) : []);
  return earlier.filter(({ key }) => held.has(key));
}

function articleBefore(text: string, term: Term | undefined): string | undefined {
  return /\b(?:the|an?|my|our|your)(?= $)/iu.exec(textEnd(text.slice(0, term?.start)))?.[0];
}

/** Returns true for terms that are one name. */
function isNameAlone(terms: readonly Term[]): boolean {
  const [name] = namesAmong(terms);
  return name !== undefined && name.length === terms.length;
}

const startPreposition =
  /^(?:and |or |what about |how about )?(for|on|in|at|to|from|with|by|about|after|before|during|without)\b/iu;

/** `What if I've just finished it`: the same kind of case as after it. */
const justDone = /^(?:and |but |so )?(?:what )?if (?:i|we)(?:'ve| have|'m| am)? just\b/iu;
const afterIt = String.raw`(?:after|just)(?: \w+)?`;
/** `What if I've lost my`: the words before the thing of a condition. */
const startCondition =
  /^(?:and |but |so )?(?:what )?if ((?:[\w']+ ){1,3}[\w']+) (?:the|my|an?|our|your) /iu;

/** The things at the end of a question that a preposition adds. */
function objectOf(
  earlier: readonly Term[],
  { text, terms }: Analysis,
  preposition: string,
): readonly Term[] {
  const before = new RegExp(`\\b(?:${preposition}) (?:(?:the|my|an?|our|your|this|that) )?$`, 'iu');
  const at = terms.findLastIndex(
    (term, index) =>
      before.test(text.slice(0, term.start)) &&
      (term.values.length > 0 ||
        // Having a filling: behind an article each word is a noun.
        (!term.isAttribute && /\b(?:the|my|an?|our|your) $/iu.test(text.slice(0, term.start))) ||
        runAt(terms, index).some(isThing)),
  );
  const keys = new Set(at < 0 ? [] : runAt(terms, at).map(({ key }) => key));
  return earlier.filter(({ key }) => keys.has(key));
}

/** The terms from an index on that are side by side: online transfers. */
function runAt(terms: readonly Term[], index: number): readonly Term[] {
  return runsOf(terms.slice(index))[0] ?? [];
}

/** The things at the start of a list that are side by side. */
function runOf(terms: readonly Term[]): readonly Term[] {
  const [first = []] = runsOf(terms);
  const end = first.findIndex((term) => !isThing(term));
  return end < 0 ? first : first.slice(0, end);
}

/**
 * 札幌のホテル and 函館です: the place. 光回線の解約金 and モバイルです: 光回線. 住所変更 and 電話番号の変更です: 住所変更.
 */
function replacedNoun(earlier: readonly Term[], own: readonly Term[]): readonly Term[] {
  const shared = earlier.findIndex(({ text }) => own.some((term) => text.endsWith(term.text)));
  const isSame = own.some(({ key }) => key === earlier[shared]?.key);
  if (shared >= 0 && !isSame) return earlier.slice(shared, shared + 1).filter(isThing);
  const before = earlier.slice(0, shared < 0 ? undefined : shared);
  if (shared < 0 && !own.some(isThing)) return [];
  const noun = before.find(isThing);
  const replaced = before.find(isPlace) ?? noun;
  return replaced !== undefined ? [replaced] : [];
}

const changedMind = /^やっ?ぱ(?:り|し)?、?/u;

/** やっぱり函館で, after 札幌のホテル: the name that is written alike and has the same part in its sentence. Not やっぱり2名で. */
function alikeInPlace(
  earlier: readonly Term[],
  { text, terms }: Analysis,
  question: Analysis | null,
): readonly Term[] {
  const [own] = terms;
  if (terms.length !== 1 || own === undefined || !isThing(own)) return [];
  const mark = text.slice(own.end, own.end + 1);
  return earlier.filter((term) => {
    const after = question?.terms.includes(term) === true ? question.text.charAt(term.end) : 'の';
    return isPlace(term)
      ? /^\p{Script=Han}+$/u.test(own.text) && (after === 'の' || after === mark)
      : isAlike(term, own) && /[のをがは]/u.test(after);
  });
}

/** 札幌, and not 札幌店. */
function isPlace({ text, values }: Term): boolean {
  return values.some(({ kind, value }) => kind === 'region' && value === text);
}
