import type { StandardSchemaResult, StandardSchemaV1 } from '@kanmon/core/gate';
import type { JsonValue } from '@kanmon/core';
import type * as z from 'zod';
import { checkShape, type Shape } from '../report/shape.ts';

/**
 * The schema of a gate over reports. What is wrong with the shape is told by the shape rule, in the
 * words of the seed and with the places it knows, so the schema itself stays silent about it: it
 * only makes the value that passes, without unknown members. Fail closed: should zod refuse a value
 * in which the shape rule finds nothing, zod's issues count.
 */
export function reportSchema<T>(schema: z.ZodType<T>, shape: Shape): StandardSchemaV1<unknown, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'kanmon',
      validate: (value): StandardSchemaResult<T> => {
        const parsed = schema.safeParse(value);
        if (parsed.success) return { value: parsed.data };
        // A gate hands on JSON only. The rules refuse this value, so it reaches nobody as a T.
        if (hasShapeProblem(value as JsonValue, shape)) return { value: value as T };
        return { issues: parsed.error.issues };
      },
    },
  };
}

function hasShapeProblem(value: JsonValue, shape: Shape): boolean {
  let found = false;
  checkShape(value, shape, '', () => {
    found = true;
  });
  return found;
}
