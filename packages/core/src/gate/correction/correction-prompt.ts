import { getPointer } from '../../json/pointer.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { Locale } from '../../vocabulary/locale.ts';
import type { FindingWriter } from '../compile-gate.ts';
import { dataBlock } from './data-block.ts';
import { placeOfPattern } from './editable-places.ts';
import { promptTexts } from './prompt-texts.ts';

/** Enough for a model to see what it wrote; an answer that is no JSON may be of any length. */
const maxRawLength = 4000;
const tailLength = 200;
/** More would drown the model; the rest is found again after the next attempt. */
const maxFindings = 50;

/** What every prompt is made from. */
export interface PromptInput {
  readonly locale: Locale;
  readonly findings: readonly Finding[];
  readonly write: FindingWriter;
  readonly hints: readonly string[];
}

/** Asks for a patch of the editable places. */
export function patchPrompt(
  input: PromptInput,
  value: JsonValue,
  editable: readonly string[],
): string {
  const texts = promptTexts[input.locale];
  const places = [...new Set(editable.map(placeOfPattern))];
  return paragraphs([
    texts.rejected,
    findingList(input),
    [texts.editable, ...editable.map(quotedBullet)],
    [texts.currentValues, texts.dataNotice, dataBlock(places.map((path) => lineOf(value, path)))],
    hintList(input),
    texts.answerPatch,
  ]);
}

/** Asks for the whole value again. */
export function fullPrompt(
  input: PromptInput,
  previous: { readonly raw: string; readonly value: JsonValue | undefined; readonly cut: boolean },
): string {
  const texts = promptTexts[input.locale];
  const { raw, value, cut } = previous;
  const shown =
    value === undefined
      ? [texts.wholeText, JSON.stringify(raw.slice(0, maxRawLength))]
      : [texts.wholeValue, JSON.stringify(value)];
  const [title = '', data = ''] = shown;
  return paragraphs([
    opening(input, value === undefined, cut),
    findingList(input),
    raw === '' && value === undefined ? [] : [title, texts.dataNotice, dataBlock([data])],
    hintList(input),
    texts.answerFull,
  ]);
}

/** Asks for the rest of an answer that was cut off. */
export function continuePrompt(locale: Locale, prefix: string): string {
  const texts = promptTexts[locale];
  return paragraphs([
    texts.cut,
    [texts.tail, texts.dataNotice, dataBlock([JSON.stringify(prefix.slice(-tailLength))])],
    texts.answerRest,
  ]);
}

function opening({ locale, findings }: PromptInput, unreadable: boolean, cut: boolean): string {
  const texts = promptTexts[locale];
  if (cut && (unreadable || findings.length === 0)) return texts.cut;
  return unreadable && findings.length === 0 ? texts.unreadable : texts.rejected;
}

function findingList({ locale, findings, write }: PromptInput): readonly string[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, maxFindings);
  const bullets = shown.map(
    (finding) => `- ${JSON.stringify(finding.path)}: ${oneLine(write(finding))}`,
  );
  const hidden = findings.length - shown.length;
  return [promptTexts[locale].findings, ...bullets, ...(hidden > 0 ? [`- (+${hidden})`] : [])];
}

function hintList({ locale, hints }: PromptInput): readonly string[] {
  if (hints.length === 0) return [];
  return [promptTexts[locale].hints, ...hints.map((hint) => `- ${oneLine(hint)}`)];
}

function lineOf(value: JsonValue, path: string): string {
  const found = getPointer(value, path);
  return JSON.stringify(found.found ? { path, value: found.value } : { path, absent: true });
}

function quotedBullet(text: string): string {
  return `- ${JSON.stringify(text)}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]/g, ' ');
}

function paragraphs(parts: readonly (string | readonly string[])[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : part.join('\n')))
    .filter((part) => part !== '')
    .join('\n\n');
}
