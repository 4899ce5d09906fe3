import { isRecord, type LlmRequest } from '@kanmon/core';
import { asList, asRecord, filledString, type UnknownRecord } from '../support/read.ts';
import { findJsonObject } from './find-json-object.ts';
import type { MockReply } from './mock-reply.ts';

/** Options of `draftCardsBehaviour`; the defaults are the seed's 6 lines of 40 characters. */
export interface DraftCardsOptions {
  /** @default 6 */
  readonly maxLines?: number;
  /** Code points of a line. @default 40 */
  readonly maxChars?: number;
  /** The body when the slide says nothing. @default '(no content yet)' */
  readonly placeholder?: string;
}

const maxTitleLength = 120;
/** Made when first needed: loading its data takes longer than the rest of the module. */
let graphemes: Intl.Segmenter | undefined;

/**
 * The seed's `MockLLMClient` (content-cards) as a script for `createMockClient`: drafts a card from the
 * first JSON object with a `slide` in the last user message. Same request, same bytes.
 */
export function draftCardsBehaviour(
  options: DraftCardsOptions = {},
): (request: LlmRequest, n: number) => MockReply {
  const { maxLines = 6, maxChars = 40, placeholder = '(no content yet)' } = options;
  return (request) => {
    const last = request.messages.findLast((message) => message.role === 'user');
    const brief = findJsonObject(last?.content ?? '', (object) => isRecord(object['slide']));
    if (brief === undefined) {
      return 'No card drafted: the last user message holds no JSON object with a "slide".';
    }
    const slide = asRecord(brief['slide']);
    const intent = filledString(slide['intent']);
    const lines = bodyLines(brief, slide)
      .map((line) => cut(line.trim(), maxChars))
      .filter((line) => line !== '')
      .slice(0, maxLines);
    return {
      text: JSON.stringify({
        title: titleOf(brief, slide),
        body: lines.length === 0 ? [placeholder] : lines,
        note: noteOf(brief),
        ...(intent === undefined ? {} : { intent }),
      }),
    };
  };
}

function titleOf(brief: UnknownRecord, slide: UnknownRecord): string {
  const specTitle = specTitleOf(asRecord(brief['spec']));
  const id = filledString(slide['id']) ?? '';
  const title = filledString(slide['title'])?.trim() ?? '';
  return cut(title === '' ? `${specTitle} (${id})`.trim() : title, maxTitleLength);
}

/** Briefs carry the title at the top or, like whole specs, under `meta`. */
function specTitleOf(spec: UnknownRecord): string {
  return filledString(spec['title']) ?? filledString(asRecord(spec['meta'])['title']) ?? '';
}

function bodyLines(brief: UnknownRecord, slide: UnknownRecord): readonly string[] {
  const bullets = strings(slide['bullets']);
  const prompt = filledString(brief['prompt'])?.split('\n') ?? [];
  return [...(bullets.length > 0 ? bullets : prompt), ...strings(brief['reference'])];
}

function noteOf(brief: UnknownRecord): string {
  const policy = asRecord(brief['policy']);
  const id = filledString(policy['id']) ?? 'none';
  const model = filledString(policy['model']);
  return model === undefined ? `policy: ${id}` : `policy: ${id} (${model})`;
}

/** Texts of a list: strings, `{ text }`, and one level of `{ items }`, as slide specs group bullets. */
function strings(value: unknown): readonly string[] {
  return asList(value)
    .flatMap((entry) => {
      const items = asRecord(entry)['items'];
      return Array.isArray(items) ? asList(items) : [entry];
    })
    .flatMap((entry: unknown) => {
      const text = filledString(isRecord(entry) ? entry['text'] : entry)?.trim() ?? '';
      return text === '' ? [] : [text];
    });
}

/** At most `limit` code points, ending at the edge of a whole character as readers see it. */
function cut(text: string, limit: number): string {
  let kept = '';
  let points = 0;
  graphemes ??= new Intl.Segmenter('ja', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) {
    points += Array.from(segment).length;
    if (points > limit) break;
    kept += segment;
  }
  return kept;
}
