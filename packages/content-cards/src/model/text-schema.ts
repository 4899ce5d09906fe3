import type { FieldIssueCode } from '@kanmon/core/kit';
import * as z from 'zod';
import { type CardLimits, lineMaxOf } from './limits.ts';
import { isBlank, textFaults } from '../text/forbidden.ts';
import { measure } from '../text/measure.ts';

/** The text checks as a zod schema; each issue carries our code in `params`. */
function checkedText(options: {
  readonly max: number;
  /** Where the limit depends on the text; `max` is the largest. */
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
      const report = (issue: FieldIssueCode, more: Record<string, number> = {}): void => {
        context.addIssue({ code: 'custom', message: issue, params: { issue, ...more } });
      };
      if (needsContent && isBlank(text)) report('blank');
      // A text has at most as many characters as UTF-16 units.
      const limit = maxOf(text);
      if (text.length > limit) {
        const actual = measure(text, unit);
        if (actual > limit) report('too_long', { limit, actual });
      }
      for (const fault of textFaults(text, { lineFeeds }))
        if (fault !== 'invisible_character' || !allowsInvisible) report(fault);
    })
    .meta({ ...(needsContent ? { minLength: 1 } : {}), maxLength: max });
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
  return checkedText({
    max,
    unit: 'codepoint',
    lineFeeds: true,
    needsContent: false,
    allowsInvisible: true,
  });
}

/** A text of a fixed form; anything else is `invalid_format`. */
export function formatSchema(
  form: RegExp,
  refuse: (text: string) => boolean = () => false,
): z.ZodString {
  return z
    .string()
    .superRefine((text, context) => {
      if (!form.test(text) || refuse(text)) {
        context.addIssue({
          code: 'custom',
          message: 'invalid_format',
          params: { issue: 'invalid_format' },
        });
      }
    })
    .meta({ pattern: form.source });
}
