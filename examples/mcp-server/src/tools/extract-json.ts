import type { JsonValue } from '@kanmon/core';
import { extractJson as extract } from '@kanmon/core/json';
import * as z from 'zod';
import type { Tool } from '../server/tool.ts';
import { maxText } from './shared-schemas.ts';

const inputSchema = z.object({
  text: z.string().max(maxText).describe('What a model wrote.'),
  keys: z
    .array(z.string().max(256))
    .max(64)
    .optional()
    .describe('Top-level keys of the wanted object.'),
  root: z.enum(['object', 'array', 'any']).optional(),
  allow: z
    .enum(['lossless', 'guess', 'lossy'])
    .default('guess')
    .describe('The most severe class of repair that is allowed.'),
});

/** One repair: core's `Repair`. */
export const repairSchema = z.object({
  kind: z.string(),
  class: z.enum(['lossless', 'guess', 'lossy']),
  at: z.int(),
});

const jsonSchema: z.ZodType<JsonValue> = z.json();

const outputSchema = z.object({
  /** `none`: there is no such value, or it needed a repair that is not allowed. */
  status: z.enum(['ok', 'none']),
  value: jsonSchema.optional(),
  /** False when the text ended before the value did. */
  complete: z.boolean().optional(),
  /** The range of the value in the text, in UTF-16 units. */
  span: z.tuple([z.int(), z.int()]).optional(),
  repairs: z.array(repairSchema),
  reason: z.string().optional(),
});

/** Takes the wanted value out of what a model wrote. */
export const extractJson: Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> = {
  name: 'extract_json',
  title: 'Extract JSON',
  description:
    'Take the wanted JSON value out of prose, fences, reasoning and broken brackets. Every repair is named and has a class; a value that needs a repair above the allowed class is refused, and complete is false for one whose end was cut off.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  run({ text, keys, root, allow }) {
    const found = extract(text, {
      allow,
      ...(keys === undefined ? {} : { keys }),
      ...(root === undefined ? {} : { root }),
    });
    if (found.status === 'none') return { status: 'none', repairs: [], reason: found.reason };
    const { value, complete, span, repairs } = found;
    return { status: 'ok', value, complete, span: [...span], repairs: [...repairs] };
  },
};
