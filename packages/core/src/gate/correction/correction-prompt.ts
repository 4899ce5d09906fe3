import { getPointer } from '../../json/pointer.ts';
import { dataBlock } from '../../kit/data-block.ts';
import { visibleText } from '../../messages/visible-text.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonObject, JsonValue } from '../../vocabulary/json-value.ts';
import type { Locale } from '../../vocabulary/locale.ts';
import type { FindingWriter } from '../compile-gate.ts';
import { placeOfPattern } from './editable-places.ts';
import { promptTexts } from './prompt-texts.ts';

/** Enough for a model to see what it wrote; an answer that is not JSON may be of any length. */
const maxRawLength = 4000;
const tailLength = 200;
/** More would drown the model; the rest is found again after the next attempt. */
const maxFindings = 50;
/** Longest text of one finding. Ours are below 200 characters; a schema's may quote the model. */
const maxProblemLength = 600;

/** The input of every correction prompt. */
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
  const lines = places.map((path) => placeLine(value, path, editable));
  return paragraphs([
    texts.rejected,
    findingBlock(input),
    [texts.editable, dataBlock(lines)],
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
      ? [texts.wholeText, dataBlock([raw.slice(0, maxRawLength)])]
      : [texts.wholeValue, dataBlock([value])];
  return paragraphs([
    opening(input, value === undefined, cut),
    findingBlock(input),
    raw === '' && value === undefined ? [] : shown,
    hintList(input),
    texts.answerFull,
  ]);
}

/** Asks for the rest of an answer that was cut off. */
export function continuePrompt(locale: Locale, prefix: string): string {
  const texts = promptTexts[locale];
  return paragraphs([
    texts.cut,
    [texts.tail, dataBlock([prefix.slice(-tailLength)])],
    texts.answerRest,
  ]);
}

function opening({ locale, findings }: PromptInput, unreadable: boolean, cut: boolean): string {
  const texts = promptTexts[locale];
  if (cut && (unreadable || findings.length === 0)) return texts.cut;
  return unreadable && findings.length === 0 ? texts.unreadable : texts.rejected;
}

/** Findings are data too: their places hold keys, and their texts values, that the model chose. */
function findingBlock({ locale, findings, write }: PromptInput): readonly string[] {
  if (findings.length === 0) return [];
  const shown = findings.slice(0, maxFindings).map((finding) => ({
    path: visibleText(finding.path),
    problem: write(finding).slice(0, maxProblemLength),
  }));
  const hidden = findings.length - shown.length;
  return [promptTexts[locale].findings, dataBlock(shown), ...(hidden > 0 ? [`(+${hidden})`] : [])];
}

function hintList({ locale, hints }: PromptInput): readonly string[] {
  if (hints.length === 0) return [];
  return [promptTexts[locale].hints, ...hints.map((hint) => `- ${oneLine(hint)}`)];
}

/** A place with its value and the patterns that may be written there. */
function placeLine(value: JsonValue, path: string, patterns: readonly string[]): JsonObject {
  const editable = patterns.filter((pattern) => placeOfPattern(pattern) === path);
  const found = getPointer(value, path);
  return found.found ? { path, editable, value: found.value } : { path, editable, absent: true };
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
