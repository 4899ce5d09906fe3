import type { JsonSchema } from '@kanmon/core';
import { isJsonObject } from '@kanmon/core/kit';
import * as z from 'zod';
import { toJsonValue } from '../wire/json-value.ts';
import { lenientPlanSchema } from './multi-step-query-plan.ts';

/** The JSON Schema that a provider receives (seed 3.4.1), derived from `lenientPlanSchema`. */
export const planJsonSchema: JsonSchema = asSchema(z.toJSONSchema(lenientPlanSchema));

/** Through text, so that what is exported is plain JSON and nothing of the library. */
function asSchema(schema: object): JsonSchema {
  const value = toJsonValue(schema);
  return isJsonObject(value) ? value : {};
}
