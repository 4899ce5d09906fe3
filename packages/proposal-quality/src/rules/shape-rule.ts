import { defineRule, type Rule } from '@kanmon/core/gate';
import type { JsonPointer, JsonValue } from '@kanmon/core';
import { checkShape, maxItems, type Shape, type ShapeProblem } from '../report/shape.ts';
import type { ReportContext } from './report-context.ts';

/** The rule that members are there and have their types, less the places another rule speaks for. */
export function shapeRule(
  id: string,
  shape: Shape,
  isSpokenFor: (problem: ShapeProblem, path: JsonPointer) => boolean,
): Rule<JsonValue, ReportContext> {
  return defineRule<JsonValue, ReportContext>({
    id,
    severity: 'must',
    codes: ['required', 'wrong-type', 'too-many'],
    check(root, _context, report) {
      checkShape(root, shape, '', (problem) => {
        if (isSpokenFor(problem, problem.path)) return;
        report(problem.code, { path: problem.path, params: paramsOf(problem) });
      });
    },
  });
}

function paramsOf(problem: ShapeProblem): Readonly<Record<string, string | number>> {
  if (problem.code === 'required') return {};
  if (problem.code === 'too-many') return { maximum: maxItems, actual: problem.actual };
  return { expected: problem.expected, received: problem.received };
}
