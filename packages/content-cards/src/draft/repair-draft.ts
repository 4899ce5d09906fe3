import { wrapParagraph } from '../import/wrap.ts';
import type { Card } from '../model/card.ts';
import { isList, isRecord } from '../model/json.ts';
import { type CardLimits, fixedLimits } from '../model/limits.ts';
import { maskCharacter, maskOf, maskWords, rewrite, type WordFinder } from '../text/find-words.ts';
import type { OpenLines } from './prompts.ts';
import { isBlank, removeForbidden } from '../text/forbidden.ts';
import { charactersOf, countCodePoints, headOf, measure } from '../text/measure.ts';

/** A draft that a card can hold, and what had to be done for it. */
interface RepairedDraft {
  readonly title: string;
  readonly body: readonly string[];
  readonly note: string | null;
  readonly warnings: readonly string[];
}

/** Tools of `repairDraft`. */
interface RepairTools {
  readonly limits: CardLimits;
  readonly finder: WordFinder;
  /** The title where the answer has none. */
  readonly title: string;
  readonly openLines: OpenLines;
}

/** Makes a valid draft of whatever a model answered; each repair is named, nothing is dropped in silence. */
export function repairDraft(answer: unknown, rawText: string, tools: RepairTools): RepairedDraft {
  const warnings = new Set<string>();
  const { limits, finder } = tools;
  const clean = (text: string): string => {
    const { text: kept, removed } = removeForbidden(
      text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '),
    );
    if (removed > 0) warnings.add('control_characters_removed');
    return kept.normalize('NFC');
  };
  const allowed = (text: string): string => {
    const { text: masked, replaced, masked: hidden } = maskWords(text, finder);
    if (replaced.length > 0) warnings.add('prohibited_keyword_replaced');
    if (hidden.length > 0) warnings.add('prohibited_keyword_masked');
    return masked;
  };
  const isJson = isRecord(answer);
  if (!isJson) warnings.add('response_not_json');
  const draft = isJson ? answer : { body: rawText.split('\n'), note: tools.openLines.notJson };

  const givenTitle =
    typeof draft['title'] === 'string' ? clean(draft['title']).replaceAll('\n', ' ').trim() : '';
  const title = shorten(
    allowed(isBlank(givenTitle) ? clean(tools.title) : givenTitle),
    limits,
    () => warnings.add('title_shortened'),
  );

  const paragraphs = bodyOf(draft['body'], () => warnings.add('body_not_array')).flatMap((line) =>
    clean(line).split('\n'),
  );
  const text = allowed(
    paragraphs
      .map((line) => line.trim())
      .filter((line) => !isBlank(line))
      .join('\n'),
  );
  const lines = text.split('\n').flatMap((line) => {
    const wrapped = wrapParagraph(line, limits).filter((each) => !isBlank(each));
    if (wrapped.length > 1) warnings.add('body_line_wrapped');
    return wrapped;
  });
  if (lines.length > limits.bodyLines) warnings.add('body_lines_overflow');
  const body = lines.slice(0, limits.bodyLines);
  const rest = lines.slice(limits.bodyLines).join('\n');

  const givenNote = typeof draft['note'] === 'string' ? clean(draft['note']) : '';
  const notes = isJson ? [rest, givenNote] : [givenNote, rest];
  const joined = allowed(notes.filter((part) => part !== '').join('\n'));
  if (countCodePoints(joined) > fixedLimits.note) warnings.add('note_shortened');
  return {
    title: isBlank(title) ? maskCharacter : title,
    body:
      body.length > 0
        ? body
        : wrapParagraph(allowed(tools.openLines.empty), limits).slice(0, limits.bodyLines),
    note: joined === '' ? null : headOf(joined, fixedLimits.note),
    warnings: [...warnings],
  };
}

/** No field of a card that leaves may hold a prohibited word, whatever the repairs made of it. */
export function withoutProhibited(card: Card, finder: WordFinder): Card {
  // Masks keep the number of characters, so no limit is broken by them.
  const mask = (text: string): string =>
    rewrite(text, finder.find(text), (_match, characters) => maskOf(characters));
  return {
    ...card,
    title: mask(card.title),
    body: mask(card.body.join('\n')).split('\n'),
    note: card.note === null ? null : mask(card.note),
    intent: mask(card.intent),
  };
}

function bodyOf(body: unknown, notArray: () => void): readonly string[] {
  if (isList(body))
    return body.map((line) => (typeof line === 'string' ? line : (JSON.stringify(line) ?? '')));
  if (body === undefined || body === null) return [];
  notArray();
  return (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).split('\n');
}

function shorten(title: string, { titleMax, unit }: CardLimits, onShortened: () => void): string {
  if (measure(title, unit) <= titleMax) return title;
  onShortened();
  const head = charactersOf(title, unit).slice(0, titleMax - 1);
  return `${removeForbidden(head.join('')).text}…`;
}
