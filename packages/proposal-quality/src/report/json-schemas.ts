import type { JsonSchema } from '@kanmon/core';
import * as z from 'zod';
import { advisorReportSchema } from './advisor-report.ts';
import { organizerReportSchema } from './organizer-report.ts';

const jsonObject = z.record(z.string(), z.json());

/** JSON Schema (draft 2020-12) of an Organizer report, derived from the zod schema. */
export const organizerJsonSchema: JsonSchema = jsonSchemaOf(organizerReportSchema);

/** JSON Schema (draft 2020-12) of an Advisor report, derived from the zod schema. */
export const advisorJsonSchema: JsonSchema = jsonSchemaOf(advisorReportSchema);

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const converted: unknown = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' });
  return jsonObject.parse(JSON.parse(JSON.stringify(converted)));
}
