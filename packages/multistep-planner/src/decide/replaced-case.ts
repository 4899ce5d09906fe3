import { japaneseOpener } from '../language/japanese-signals.ts';
import type { Analysis, Term } from '../language/reading.ts';
import { isThing } from '../language/terms.ts';

/** The case that a Japanese text opens with: 引っ越したばかり, タトゥーを入れた人, コロナに感染したら, 手術の後. */
const openingCase =
  /^[^、。？?]{1,40}?(?:(?<=[ただ]|ない)(?:(?<state>ばっ?か|場合|とき|時|後|あと|人|者|子)(?:り?の(?:場合|とき|時|人|方))?|(?<=[ただ])ら(?!し))|の(?<noun>後|あと|前|場合))/u;
/** Nothing after a case but a question word: はどうですか, だと何日ですか. */
const onlyAsked =
  /^[にでは]?(?:は|も|だと|なら|だったら)?、?(?:(?:どう|何|いくら|いつ|どこ)[^。、]{0,16})?[？?。]*$/u;
/** A word that marks a place, a way or an object, before the mark of a topic: までだと, からは. */
const marked = /^(まで|から|へ|に|で|を)(は|だと|なら|だったら|の(?:場合|とき)|(?<=で)も)/u;

/**
 * Returns the terms of a Japanese question whose place a message takes that names nothing but another case
 * (ピアスを開けたばかりの場合は, after 海外から帰ってきたばかり) or another thing with the same mark (那覇までだと, after 仙台まで).
 */
export function replacedCase(message: Analysis, question: Analysis | null): readonly Term[] {
  const { text, terms } = message;
  if (question === null) return [];
  const body = text.replace(japaneseOpener, '').replace(/^、/u, '');
  const found = openingCase.exec(body);
  if (found !== null && onlyAsked.test(body.slice(found[0].length))) {
    const before = openingCase.exec(question.text);
    const end = before?.[0].length ?? 0;
    return leaving(question, (term) => term.end <= end);
  }
  const own = terms.findLast(isThing);
  const [, mark] = marked.exec(text.slice(own?.end)) ?? [];
  if (own === undefined || mark === undefined) return [];
  return leaving(question, (term) => question.text.startsWith(mark, term.end));
}

/** Returns the terms that are replaced, where a thing, a property or an action of the question is left. */
function leaving({ terms }: Analysis, isReplaced: (term: Term) => boolean): readonly Term[] {
  const isLeft = terms.some((term) => !isReplaced(term));
  return isLeft ? terms.filter(isReplaced) : [];
}

/** 犬 and 猫, バイオリン and チェロ, Slack and Teams: names that are written alike are of one kind. Not Mac, beside Slack. */
export function isAlike(term: Term, own: Term | undefined): boolean {
  if (own === undefined || !isThing(own) || !isThing(term)) return false;
  const pair = `${term.text} ${own.text}`;
  return (
    /^[\p{Script=Katakana}ー]+ [\p{Script=Katakana}ー]+$/u.test(pair) ||
    (own.values.length <= term.values.length &&
      [term, own].every(({ text }) => /^[A-Za-z]*(?:[A-Z][a-z]|[A-Za-z]\d)[\w -]*$/u.test(text))) ||
    (term.text.length === own.text.length && /^\p{Script=Han}+ \p{Script=Han}+$/u.test(pair))
  );
}
