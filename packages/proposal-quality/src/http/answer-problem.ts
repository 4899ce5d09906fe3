import {
  formatFinding,
  LlmError,
  type Locale,
  MissingConfigurationError,
  VersionConflictError,
} from '@kanmon/core';
import { ProposalApplyError } from '../ledger/decide.ts';
import { ProposalInputError } from '../run/proposal-input-error.ts';
import { HttpProblem, validationProblem } from './http-problem.ts';

/** What an error means to a client; null for what is our own fault and nobody's business. */
export function problemOf(error: unknown, locale: Locale): HttpProblem | null {
  if (error instanceof HttpProblem) return error;
  if (ProposalInputError.isInstance(error)) {
    return validationProblem([{ path: error.path, issue: error.message }]);
  }
  if (ProposalApplyError.isInstance(error)) {
    const isUnknown = error.code === 'diff-unknown' || error.code === 'confirmation-unknown';
    return new HttpProblem(isUnknown ? 404 : 409, snakeCase(error.code), error.message);
  }
  if (VersionConflictError.isInstance(error)) {
    return new HttpProblem(
      409,
      'version_conflict',
      'others changed the board at the same time; try again',
    );
  }
  if (MissingConfigurationError.isInstance(error)) {
    return new HttpProblem(500, 'missing_configuration', error.message);
  }
  if (LlmError.isInstance(error)) {
    const code = `llm-${error.kind}`;
    const message = formatFinding(
      { rule: 'http', code, severity: 'must', path: '', params: {} },
      { locale },
    );
    return new HttpProblem(error.kind === 'timeout' ? 504 : 502, snakeCase(code), message);
  }
  return null;
}

function snakeCase(code: string): string {
  return code.replaceAll('-', '_');
}
