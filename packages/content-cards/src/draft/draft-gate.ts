import { KanmonError, type LlmFinish } from '@kanmon/core';
import { defineGate, defineRule, type Gate, type GateOutcome } from '@kanmon/core/gate';
import * as z from 'zod';
import { type CardLimits, lineMaxOf } from '../model/limits.ts';
import type { WordFinder } from '../text/find-words.ts';
import { textFaults } from '../text/forbidden.ts';
import { measure } from '../text/measure.ts';

/** The answer that a model is asked for. */
export interface DraftAnswer {
  readonly title: string;
  readonly body: readonly string[];
  readonly note?: string | undefined;
}

/** Creates the gate of a draft; what corrections do not fix is repaired afterwards. */
export function createDraftGate(limits: CardLimits, finder: WordFinder): Gate<DraftAnswer> {
  const { titleMax, bodyLines, unit } = limits;
  const schema = z.object({
    title: z.string().trim().min(1),
    body: z.array(z.string()),
    note: z.string().optional(),
  });
  const fits = defineRule({
    id: 'fits',
    needs: 'schema',
    messages: {
      en: {
        'too-long': '{place} has {actual} characters; at most {limit} are allowed',
        'too-many-lines': 'the body has {actual} lines; at most {limit} are allowed',
      },
      ja: {
        'too-long': '{place} は{actual}文字あります。{limit}文字以内にしてください',
        'too-many-lines': '本文が{actual}行あります。{limit}行以内にしてください',
      },
    },
    check({ title, body }: DraftAnswer, _context: undefined, report) {
      const actual = measure(title, unit);
      if (actual > titleMax)
        report('too-long', { path: '/title', params: { actual, limit: titleMax } });
      if (body.length > bodyLines)
        report('too-many-lines', {
          path: '/body',
          params: { actual: body.length, limit: bodyLines },
        });
      for (const [index, line] of body.entries()) {
        const length = measure(line, unit);
        const lineMax = lineMaxOf(line, limits);
        if (length > lineMax)
          report('too-long', {
            path: `/body/${index}`,
            params: { actual: length, limit: lineMax },
          });
      }
    },
  });
  const clean = defineRule({
    id: 'clean',
    needs: 'schema',
    messages: {
      en: {
        'prohibited-word': '{place} uses the prohibited word "{word}"',
        'control-character': '{place} has a control character',
      },
      ja: {
        'prohibited-word': '{place} に禁則語「{word}」があります',
        'control-character': '{place} に制御文字があります',
      },
    },
    check({ title, body, note = '' }: DraftAnswer, _context: undefined, report) {
      for (const [path, text] of [
        ['/title', title],
        ['/body', body.join('\n')],
        ['/note', note],
      ] as const) {
        for (const { word } of finder.find(text))
          report('prohibited-word', { path, params: { word: word.word } });
        if (textFaults(text, { lineFeeds: true }).length > 0) report('control-character', { path });
      }
    },
  });
  return defineGate({ name: 'slide-draft', schema, rules: [fits, clean] });
}

/** The reading of a draft's outcome. */
interface ReadAnswer {
  readonly value: unknown;
  /** The last answer as it came. */
  readonly text: string;
  readonly warnings: readonly string[];
  /** Something to make a draft of; else the slide keeps its own title. */
  readonly isUsable: boolean;
  /** The call itself failed. */
  readonly failed: boolean;
  /** The code of what ended a slide without an answer. */
  readonly error?: string;
}

const finishWarnings: Readonly<Record<LlmFinish, string | null>> = {
  stop: null,
  refusal: null,
  length: 'finish_length',
  'content-filter': 'finish_content-filter',
  'tool-calls': 'finish_other',
  other: 'finish_other',
};

/** The value that passed, the one that came nearest, or the text of the last answer. Null: no call was made. */
export function readAnswer(outcome: GateOutcome<DraftAnswer> | null): ReadAnswer {
  const unusable = { value: null, isUsable: false, failed: false };
  if (outcome === null) {
    return { ...unusable, text: '', warnings: ['draft_failed'], error: 'budget' };
  }
  let text = '';
  let finish: LlmFinish = 'stop';
  for (const event of outcome.events) {
    if (event.type !== 'response-received' || !('text' in event)) continue;
    ({ text, finish } = event);
  }
  const warning = finishWarnings[finish];
  const warnings = warning === null ? [] : [warning];
  const usable = { text, warnings, isUsable: true, failed: false };
  if (outcome.status === 'passed') return { ...usable, value: outcome.value };
  const isRefused = finish === 'refusal' || outcome.reason === 'refused';
  if (isRefused) warnings.push('response_refused');
  // A correction that is refused or fails takes nothing from the attempt before it.
  if (outcome.best !== undefined) return { ...usable, value: outcome.best.value };
  if (isRefused) return { ...unusable, text, warnings };
  const failed = outcome.reason === 'generate-failed';
  const error = KanmonError.isInstance(outcome.cause) ? outcome.cause.code : outcome.reason;
  if (failed || outcome.reason === 'aborted' || text.trim() === '')
    return { ...unusable, text, failed, warnings: [...warnings, 'draft_failed'], error };
  return { ...usable, value: null };
}
