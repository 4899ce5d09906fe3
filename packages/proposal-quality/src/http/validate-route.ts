import type { Locale } from '@kanmon/core';
import type { Context } from 'hono';
import type { ReportPurpose } from '../rules/report-context.ts';
import { maxNodes } from '../run/nodes-of.ts';
import { validateAdvisorReport, validateOrganizerReport } from '../validation/validate-report.ts';
import { validationProblem } from './http-problem.ts';
import { type Fields, fieldsOf, optionalWord, requiredValue } from './request-fields.ts';

const types = ['organizer', 'advisor'] as const;
const purposes: readonly ReportPurpose[] = ['choices', 'texts'];

/** Handles `POST /api/proposal-quality/validate`. */
export function createValidateHandler(
  locale: Locale | undefined,
  readBody: (context: Context) => Promise<unknown>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const fields = fieldsOf(await readBody(context));
    requiredValue(fields, 'type');
    const type = optionalWord(fields, 'type', types);
    const report = requiredValue(fields, 'report');
    const ids = readIds(fields);
    const purpose = optionalWord(fields, 'purpose', purposes);
    const validate = type === 'advisor' ? validateAdvisorReport : validateOrganizerReport;
    const { ok, errors, warnings, findings } = validate(report, ids, {
      ...(locale === undefined ? {} : { locale }),
      ...(purpose === undefined ? {} : { purpose }),
    });
    return context.json({ ok, errors, warnings, findings });
  };
}

function readIds(fields: Fields): readonly string[] {
  const ids = requiredValue(fields, 'validNodeIds');
  if (!Array.isArray(ids)) {
    throw validationProblem([{ path: '/validNodeIds', issue: 'expected a list of texts' }]);
  }
  if (ids.length > maxNodes) {
    throw validationProblem([{ path: '/validNodeIds', issue: `expected at most ${maxNodes} ids` }]);
  }
  const wrong = ids.findIndex((id) => typeof id !== 'string');
  if (wrong >= 0) {
    throw validationProblem([{ path: `/validNodeIds/${wrong}`, issue: 'expected a text' }]);
  }
  return ids.map(String);
}
