import type { ValidationResult } from '@kanmon/core';
import { extractJson } from '@kanmon/core/json';
import {
  advisorReportSchema,
  organizerReportSchema,
  validateAdvisorReport,
  validateOrganizerReport,
} from '@kanmon/proposal-quality';
import * as z from 'zod';
import type { Tool } from '../server/tool.ts';
import { repairSchema } from './extract-json.ts';
import { localeSchema, maxText } from './shared-schemas.ts';

const reports = {
  organizer: { schema: organizerReportSchema, validate: validateOrganizerReport },
  advisor: { schema: advisorReportSchema, validate: validateAdvisorReport },
} as const;

const inputSchema = z
  .object({
    kind: z.enum(['organizer', 'advisor']),
    report: z
      .json()
      .optional()
      .describe(
        'The report as JSON. Members of an organizer report: ' +
          `${Object.keys(organizerReportSchema.shape).join(', ')}; of an advisor report: ${Object.keys(advisorReportSchema.shape).join(', ')}.`,
      ),
    text: z
      .string()
      .max(maxText)
      .optional()
      .describe('What the model wrote, instead of report: prose, fences and broken JSON are fine.'),
    valid_node_ids: z.array(z.string().max(256)).max(5_000).describe('Every id a report may name.'),
    focus_node_id: z.string().max(256).optional(),
    locale: localeSchema,
  })
  .refine(({ report, text }) => (report === undefined) !== (text === undefined), {
    error: 'expected either report or text',
  });

const findingSchema = z.object({
  rule: z.string(),
  code: z.string(),
  severity: z.enum(['must', 'should']),
  path: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** core's `ValidationResult` as a schema. */
export const validationSchema: z.ZodType<ValidationResult> = z.object({
  ok: z.boolean(),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  findings: z.array(findingSchema),
});

const outputSchema = z.object({
  validation: validationSchema,
  /** The changes that were needed to read the text; empty for a report that was passed as JSON. */
  repairs: z.array(repairSchema),
});

/** Holds a proposal against every rule of its gate. */
export const validateProposal: Tool<z.infer<typeof inputSchema>, z.infer<typeof outputSchema>> = {
  name: 'validate_proposal',
  title: 'Validate proposal',
  description:
    'Hold an organizer or advisor report against the rules of its gate: shape, ids that exist, status changes that are allowed, phrases that order or judge. Answers with findings at JSON pointers.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  run({ kind, report, text, valid_node_ids, focus_node_id, locale }) {
    const { schema, validate } = reports[kind];
    const options = {
      locale,
      ...(focus_node_id === undefined ? {} : { focusNodeId: focus_node_id }),
    };
    const keys = Object.keys(schema.shape);
    const found = text === undefined ? undefined : extractJson(text, { keys });
    // A text without JSON is judged as no report at all.
    const value = found === undefined ? report : found.status === 'ok' ? found.value : null;
    return {
      validation: validate(value, valid_node_ids, options),
      repairs: found?.status === 'ok' ? [...found.repairs] : [],
    };
  },
};
