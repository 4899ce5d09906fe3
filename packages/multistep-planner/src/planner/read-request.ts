import { isGreeting } from '../language/analysis.ts';
import {
  announcesTopic,
  textEnd,
  withoutAcknowledgement,
  withoutPoliteEnd,
  withoutSwitchPhrase,
} from '../language/clean-text.ts';
import { readCorrection } from '../language/correction.ts';
import type { Analysis, Term } from '../language/reading.ts';
import { isAmong, isThing, isTopical, isTopicalNoun, runsOf } from '../language/terms.ts';
import { readReply } from './read-reply.ts';
import type { DialogMessage } from '../wire/dialog-schema.ts';
import type { ReadMessage, ReadRequest } from './turn.ts';

/** Reads what a message asks for: without its reaction to the last answer, as in `Great. And Alaska?` */
export function readRequest(turn: ReadMessage): ReadRequest {
  const { analyse } = turn;
  const said = withoutPoliteEnd(withoutAcknowledgement(turn.message.text));
  const text = withoutRemark(said, turn);
  const found = corrected(turn.message, turn) ?? corrected(analyse(text), turn);
  const request = found ??
    asReturned(said, turn) ??
    ofHalf(text, turn) ?? {
      ...turn,
      message: analyse(withPicked(text, turn)),
    };
  const { message } = request;
  const reply = readReply(request);
  return message.signals.topicSwitch
    ? { ...request, body: alone(message.text, turn), reply, history: [] }
    : { ...request, body: message.text, reply };
}

/** Back to the first question, `back to skipping,`, `about the jacket again,`. */
const englishReturn =
  /(?:(?:\b\w+ing )?\bback|(?:^|[.!,]\s*)returning) to (?:(?:what|(?:the|my) (?:first|earlier|original|other) \w+)(?: i (?:\w+ )?(?:asked|said|mentioned|wanted)\b[^,.:?!]{0,20})?|(?![^,.:?!]* later)([^,.:?!]{2,40}?)(?=(?: for a (?:sec|second|moment|minute|bit))?(?: then,|[,.:]| [-–—] )))(?: for a \w+)?(?: then,|[,.:]| [-–—] )?\s*|(?:^|[.!]\s*)(?:(?:and|but|so) )?(?:about|as for|for|regarding|on) ([^,.:?!]{2,40}?)(?: again| (?:(?:that )?(?:i|we) (?:first )?(?:asked|mentioned|said)|from (?:before|earlier))\b[^,.:?!]{0,20}),\s*/iu;
/** 振替の話に戻りますが, 話を戻すと, さっきの振替の件ですが, 最初に聞いた席のことなんですが. */
const japaneseReturn =
  /(?:(?:話|質問|本題)を(?:元に)?|(?:(?:さっき|先ほど|さきほど|最初)の)?([^、。？?\s]{1,20}?)(?:の(?:話|件|質問|こと|方|ほう))?に(?:話を)?)(?:戻|もど)(?!り?た[いく])[りるっしす][^、。？?]{0,12}[、。]?|(?:(?:さっき|先ほど|さきほど|最初|はじめ)(?:の|に?(?:聞い|伺っ|質問し|(?:お)?尋ねし?)た)|前に(?:聞い|伺っ|質問し)た|やっぱり)(?!と)([^、。？?\s]{1,20}?)(?:の(?:話|件|質問|こと|方|ほう))?(?:について)?(?:(?:なん)?(?:です|だ)(?:が|けど)|(?<=方|ほう)は(?=、))、?/u;
/** Returns the words that announce a return to an earlier question; null for a message without them. */
function returnOf({ language, text }: Analysis): RegExpExecArray | null {
  if (language === 'ja') return /[戻もさ先最は前や]/u.test(text) ? japaneseReturn.exec(text) : null;
  return englishReturn.exec(text);
}

/**
 * Returns the history up to the exchange that a message returns to, the first where it names none; else null.
 * さっきの部屋の話: a word for a thing that was named otherwise means the exchange before the last.
 */
export function returnedTo({ history, message, analyse, analyseEarlier }: ReadMessage) {
  const found = history.length === 0 ? null : returnOf(message);
  if (found === null) return null;
  const topic = found.slice(1).join('');
  const isOpen = topic === '' && !/first|最初/iu.test(found[0]);
  const named = (isOpen ? message : analyse(topic)).terms.filter(isTopical);
  const lastBy = (by: DialogMessage['role']): number =>
    history.findLastIndex(
      ({ role, content }) =>
        role === by && analyseEarlier(content)?.terms.some((term) => isAmong(term, named)),
    );
  const asked = lastBy('user');
  if (asked >= 0 || named.length === 0) return history.slice(0, Math.max(asked, 0) + 2);
  const answered = lastBy('assistant');
  const before = history.slice(
    0,
    answered < 0 ? history.findLastIndex(({ role }) => role === 'user') : answered + 1,
  );
  return before.length > 0 ? before : null;
}

/** Returns the turn at the exchange that a text returns to, without the words that announce it; null for none. */
function asReturned(text: string, turn: ReadMessage): ReadMessage | null {
  const message = turn.analyse(text);
  const found = returnOf(message);
  const history = returnedTo({ ...turn, message });
  if (found === null || history === null) return null;
  const rest = text.slice(found.index + found[0].length);
  if (!/[\p{L}\p{N}]/u.test(rest)) return null;
  const topic = message.language === 'ja' ? '' : found.slice(1).join('');
  // For the thing I asked first: names nothing.
  const named = turn.analyse(topic).terms.every(({ isGeneric }) => isGeneric) ? '' : topic;
  const thresholds = { ...turn.thresholds, followup: 0 };
  return { ...turn, history, thresholds, message: turn.analyse(`${named} ${rest}`.trim()) };
}

/** Before the first answer there is no topic to leave: what comes before `Separately, can I` is asked for too. */
function alone(text: string, { history, analyse }: ReadMessage): string {
  const rest = withoutSwitchPhrase(text);
  const before = history.length > 0 ? '' : text.slice(0, -rest.length);
  if (separateProblem.test(before)) return `${before.replace(/separately\W*$/iu, 'also ')}${rest}`;
  return analyse(before).signals.question ? text : rest;
}

/** My badge has not worked since Monday. Separately, */
const separateProblem = /(?:\bnot?\b|n't\b)[^.!?]{1,80}[.!]\s+(?:and )?separately\b/iu;

/** A sentence that asks nothing, before another one. */
const remark = /^[^.!?。！？\n]{1,60}(?:[.!]\s+|[。！\n])/u;

/** Puts the old topic aside, before a comma: deposit sorted, 敷金とは別に、. */
const aside =
  /^[^,.!?\n]{0,40}\b(?:sorted|done|paid|fine|solved|aside|(?:un|not )related|nothing to do|off topic|separate|different|enough|info|scra(?:tch|p)|forget|never ?mind|skip|not about)\b[^,.!?;\n]{0,30}?(?:[,.!;] (?:but |and |so )?| but )|^[^、。？?\n]{1,20}(?:とは(?:別|関係|変わ)|より|(?:置い|おい)[とて]|終わ|ここまで|諦め|もう|いいや|いいので|やめ|直っ|済ん|忘れて|また(?:今度|後|あと)|後[回で]|あとで|[わ分]か[りっ]|承知|了解|解決|大丈夫|ありがと)[^、。？?\n]{0,12}(?:[、。\s]|(?<=より)(?![前後先早]))/iu;

/** Returns a message without a half sentence about the old topic: `unlocked it. Can I play on a PC?` */
function withoutRemark(text: string, { history, analyse, analyseEarlier }: ReadMessage): string {
  if (history.length === 0) return text;
  const left = aside.exec(text)?.[0];
  const said = left ?? remark.exec(text)?.[0];
  if (said === undefined) return text;
  const rest = text.slice(said.length);
  // 別件で二つあります。: all that follows leaves the old topic, and not only the next sentence.
  if (announcesTopic(text) && withoutSwitchPhrase(text).length <= rest.length) return text;
  const known = history.flatMap(({ content }) => analyseEarlier(content)?.terms ?? []);
  const { signals, terms } = analyse(rest);
  const isOwn =
    (left !== undefined || signals.question || signals.wh) &&
    !signals.demonstrative &&
    terms.some((term) => isNew(term, known));
  const old = analyse(said);
  const [first] = old.terms;
  const isPut = left !== undefined && first !== undefined && isAmong(first, known);
  // 当日でも大丈夫ですか。残業があるので: the question comes before its reason.
  const isAsked = old.signals.wh || (old.signals.question && !signals.question);
  const isOld = isPut || (!old.terms.some((term) => isNew(term, known)) && !isAsked);
  return isOwn && isOld ? rest : text;
}

/** Names a thing that was not spoken of. */
function isNew(term: Term, known: readonly Term[]): boolean {
  return isTopicalNoun(term) && !isAmong(term, known);
}

/** An item of the last answer by its place: the second one, 後者. */
const ordinal =
  /(?:\bthe |^)(?:(?:first|last|second|third)(?: (?:one|option)\b|(?=[\s?.,!]*$))|(?:former|latter)(?=[\s?.,!]*$|[,.]))|(?:^|\b(?:option|number|no\.?) ?)[1-3](?:番(?!目))?(?=[\s.!]*(?:please)?[\s.!]*$|[でをに](?:お?願い[\u3041-\u3096]*)?[。\s]*$)|前者|後者|(?:[123一二三](?:[つ番]目|番)|(?:最[初後]|初め|はじめ|後|あと)の(?=ほう|方|やつ|[でをはが]))(?:の?(?:ほう|方|やつ))?/iu;
/** First characters of the ordinals of the first three items, without `the`. */
const places = ['f前初は1一', 's2二', 't3三'];
const separator =
  /、?それとも|、|,? (?:and|or) |, |または|[かとや](?=[\p{Script=Han}\p{Script=Katakana}])/u;

/** Asks for one of the items. */
const choice = /[か？?][。？?\s]*$/u;

/** You can't get into the building, or you can't log in: each item is a clause. */
const optionClause =
  /(?<!\b(?:the|an?|your|my) \w{1,20} )\b(?:you|it|they) (?!mean|like|want)\w.*/iu;

/** Numbers the items: (1), 2), 3. */
const numbered =
  /[,、]?(?: (?:or|and))? ?(?:\(?[1-5]\)|(?<!\d)[1-5][.:](?!\d)|\n[1-5](?=[ \p{L}]))/u;

/** Names the item of the last answer that a text points at: `that garden suite` for `the second one`. */
function withPicked(text: string, { history, analyse, language }: ReadMessage): string {
  const said = history.at(-1);
  const found = ordinal.exec(textEnd(text))?.[0];
  if (found === undefined || said?.role !== 'assistant') return text;
  const isAsked = choice.test(textEnd(said.content));
  const isChoice = language === 'ja' && isAsked;
  const [, ...listed] = said.content.split(numbered).map((piece) => analyse(piece).terms);
  const named = (said.content.match(/[^。.!?？\n]+/gu) ?? [])
    .map((sentence) => sentence.split(separator))
    .find((pieces) => pieces.length > 1)
    // The words before the first item, and after the others, are no part of it.
    ?.map((piece, index) => {
      if (isChoice) return analyse(piece).terms;
      const clause = optionClause.exec(piece)?.[0];
      if (clause !== undefined) return analyse(clause).terms;
      // Buy a gift membership: what is done to an item is no part of it.
      const runs = runsOf(analyse(piece).terms).filter((run) =>
        run.some(({ isPredicate, isVerb }) => !isPredicate && !isVerb),
      );
      return runs.at(index === 0 ? -1 : 0) ?? [];
    });
  const mark = found
    .replace(/^\D*(?=\d)|^the |^最/iu, '')
    .charAt(0)
    .toLowerCase();
  const isListed = listed.length > 1;
  const items = isListed ? listed : named?.filter(({ length }) => length > 0);
  const item = items?.at(places.findIndex((marks) => marks.includes(mark))) ?? [];
  // The last one, after every 10 minutes: a time is not an item.
  const isItem = (term: Term): boolean => isThing(term) || term.isAttribute || isAsked;
  if (!item.some(isItem)) return text;
  const names = item.map((term) => term.text).join(' ');
  return text.replace(found, language === 'ja' ? `その${names}` : `that ${names}`);
}

/** One of the two things that the last question asked for. */
const ofTwo = /\bthe (?:former|latter)\b|^(?:前者|後者)/iu;
const joint = /と、?(?:あと)?|および|及び|、|,? and (?:also )?/u;

/** Returns the turn after half of the last question: 返品の方法, for 前者 after 返品の方法と、送料を; null for another message. */
function ofHalf(text: string, turn: ReadMessage): ReadMessage | null {
  const found = ofTwo.exec(text)?.[0];
  const at = turn.history.findLastIndex(({ role }) => role === 'user');
  const halves = turn.history[at]?.content.split(joint) ?? [];
  const content = halves.at(/f|前/iu.test(found ?? '') ? 0 : 1);
  if (found === undefined || content === undefined || halves.length !== 2) return null;
  if (halves.some((half) => turn.analyse(half).terms.length === 0)) return null;
  const message = turn.analyse(text.replace(found, turn.language === 'ja' ? 'それ' : 'that'));
  // The answer was about both.
  return { ...turn, history: [...turn.history.slice(0, at), { role: 'user', content }], message };
}

/** The word of an earlier text behind the preposition of a new one: steam, for `to the switch`. */
function samePlace(kept: string, earlier: string): string {
  const [, preposition = ''] = /^(to|in|at|for|from|on|with|by) \w/iu.exec(kept) ?? [];
  const place = new RegExp(`\\b${preposition} (?:(?:the|my|our|an?) )?([\\w-]+)[^\\w]*$`, 'iu');
  return preposition === '' ? '' : (place.exec(earlier)?.[1] ?? '');
}

/** Returns the turn with what a message puts in the place of something earlier; null where it does not. */
function corrected(given: Analysis, turn: ReadMessage): ReadMessage | null {
  const { history, language, analyse, analyseEarlier } = turn;
  const earlier = history.findLast(({ role }) => role === 'user');
  const found = earlier === undefined ? null : readCorrection(given.text, language);
  if (earlier === undefined || found === null) return null;
  if (given.signals.refusal && found.rejected === '') return null;
  if (isGreeting(given)) return null;
  const left = found.rejected === '' ? samePlace(found.kept, earlier.content) : found.rejected;
  const rejected = left === '' ? [] : analyse(left).terms;
  const isSaid = history.some(({ content }) =>
    analyseEarlier(content)?.terms.some((term) => isAmong(term, rejected)),
  );
  if (!isSaid && !found.isAnnounced) return null;
  const message = analyse(found.kept);
  const { terms, signals } = message;
  if (terms.length === 0) return null;
  // 電気の検針日を知りたい, `where can I drop off passengers?`: a whole question with a new thing.
  const known = turn.analyseAlone(earlier.content).terms;
  const isNamed = terms.some((term) => isNew(term, known));
  if (signals.question && isNamed && terms.length > 1) return { ...turn, history: [], message };
  return { ...turn, rejected, message: { ...message, signals: { ...signals, correction: true } } };
}
