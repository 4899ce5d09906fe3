import '@kanmon/core/zod';
import type { FieldIssueCode } from '@kanmon/core/kit';
import * as z from 'zod';
import { type CardLimits, lineMaxOf } from './limits.ts';
import { isBlank, textFaults } from '../text/forbidden.ts';
import { measure } from '../text/measure.ts';

/** Adds an issue with our code, which a schema carries in `params`. */
export function reportIssue(
  context: z.RefinementCtx,
  issue: FieldIssueCode,
  path: (string | number)[] = [],
  params: Readonly<Record<string, number>> = {},
): void {
  context.addIssue({ code: 'custom', message: issue, path, params: { issue, ...params } });
}

/** The text checks as a zod schema. */
function checkedText(options: {
  readonly max: number;
  /** The limit for one text; `max` is the largest. */
  readonly maxOf?: (text: string) => number;
  readonly unit: CardLimits['unit'];
  readonly lineFeeds: boolean;
  readonly needsContent: boolean;
  /** Invisible characters are no fault. */
  readonly allowsInvisible?: boolean;
}): z.ZodString {
  const { max, unit, lineFeeds, needsContent, allowsInvisible = false } = options;
  const { maxOf = () => max } = options;
  return z
    .string()
    .overwrite((text) => text.normalize('NFC'))
    .superRefine((text, context) => {
      if (needsContent && isBlank(text)) reportIssue(context, 'blank');
      // A text has at most as many characters as UTF-16 units.
      const limit = maxOf(text);
      if (text.length > limit) {
        const actual = measure(text, unit);
        if (actual > limit) reportIssue(context, 'too_long', [], { limit, actual });
      }
      for (const fault of textFaults(text, { lineFeeds }))
        if (fault !== 'invisible_character' || !allowsInvisible) reportIssue(context, fault);
    })
    .meta({
      ...(needsContent ? { minLength: 1 } : {}),
      // JSON Schema counts code points.
      ...(unit === 'codepoint' ? { maxLength: max } : {}),
    });
}

/** `Text(n)`: 1 to n characters, not only white space, one line. */
export function textSchema(max: number, unit: CardLimits['unit'] = 'codepoint'): z.ZodString {
  return checkedText({ max, unit, lineFeeds: false, needsContent: true });
}

/** A line of a body under some limits. */
export function lineSchema(limits: CardLimits): z.ZodString {
  const { lineMax, latinLineMax = lineMax, unit } = limits;
  return checkedText({
    max: Math.max(lineMax, latinLineMax),
    maxOf: (text) => lineMaxOf(text, limits),
    unit,
    lineFeeds: false,
    needsContent: true,
  });
}

/** `string(n)`: up to n characters, line feeds allowed. */
export function longTextSchema(max: number): z.ZodString {
  return checkedText({ max, unit: 'codepoint', lineFeeds: true, needsContent: false });
}

/** `string(n)` for the text of a source, which is quoted and never shown as a card. */
export function sourceTextSchema(max: number): z.ZodString {
  const form = { unit: 'codepoint', lineFeeds: true, needsContent: false } as const;
  return checkedText({ ...form, max, allowsInvisible: true });
}

/** A text of a fixed form; anything else is `invalid_format`. */
function formatSchema(form: RegExp, refuse: (text: string) => boolean = () => false): z.ZodString {
  return z
    .string()
    .superRefine((text, context) => {
      if (!form.test(text) || refuse(text)) reportIssue(context, 'invalid_format');
    })
    .meta({ pattern: form.source });
}

const idForm = /^[A-Za-z0-9._-]{1,128}$/;
const patchIdForm = /^[a-z0-9-]{1,128}$/;
const hashForm = /^sha256:[0-9a-f]{64}$/;

/** True for an id that is no path and no part of one that climbs. */
export function isId(text: string): boolean {
  return idForm.test(text) && text !== '.' && text !== '..';
}

/** Ids of decks and cards. */
export const idSchema: z.ZodString = formatSchema(idForm, (text) => !isId(text));
/** Ids of auto-fixes. */
export const patchIdSchema: z.ZodString = formatSchema(patchIdForm);
/** `sha256:` and 64 hex digits. */
export const hashSchema: z.ZodString = formatSchema(hashForm);
