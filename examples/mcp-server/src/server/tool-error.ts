import { KanmonError } from '@kanmon/core';
import { formatPointer } from '@kanmon/core/json';
import { toQcCode } from '@kanmon/issue-tracker';
import * as z from 'zod';

/** Shape of what a tool answers when it cannot do what it was asked. */
export const toolErrorSchema = z.object({
  /** Ours, stable, kebab-case. */
  code: z.string(),
  /** The seed's number of the error, for errors of a check. */
  qc_code: z.string().optional(),
  /** What was expected, what came, what to do. */
  message: z.string(),
  details: z.array(z.object({ field: z.string(), pointer: z.string(), issue: z.string() })),
});

/** What a tool answers when it cannot do what it was asked. */
export type ToolError = z.infer<typeof toolErrorSchema>;

/** More says nothing new: the first places are enough to mend a call. */
const maxDetails = 20;
const maxIssueLength = 300;

/** The arguments do not fit the schema of the tool. */
export function invalidInput(error: z.ZodError): ToolError {
  const details = error.issues.slice(0, maxDetails).map(({ path, message }) => ({
    field: path.map(String).join('.'),
    pointer: formatPointer(path.map(String)),
    issue: message.slice(0, maxIssueLength),
  }));
  return {
    code: 'invalid-input',
    message: `the arguments do not fit the input schema at ${details.map(({ pointer }) => pointer || 'the root').join(', ')}; see details`,
    details,
  };
}

/** The arguments are more than any tool looks at. */
export function tooLarge(issue: string): ToolError {
  return {
    code: 'invalid-input',
    message: 'the arguments are too large; see details',
    details: [{ field: '', pointer: '', issue }],
  };
}

/** What was thrown, as far as a client may know it. */
export function toToolError(error: unknown): ToolError {
  if (KanmonError.isInstance(error)) {
    const qcCode = toQcCode(error);
    return {
      code: error.code,
      ...(qcCode === undefined ? {} : { qc_code: qcCode }),
      message: error.message,
      details: [],
    };
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`);
  return {
    code: 'internal-error',
    message: 'the server failed; its standard error says why',
    details: [],
  };
}
