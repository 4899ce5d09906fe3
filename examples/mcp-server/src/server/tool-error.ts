import { KanmonError } from '@kanmon/core';
import { formatPointer } from '@kanmon/core/json';
import { toQcCode } from '@kanmon/issue-tracker';
import * as z from 'zod';

/** Shape of what a tool answers when it cannot do what it was asked. */
export const toolErrorSchema = z.object({
  /** Ours, stable, kebab-case. */
  code: z.string(),
  /** The QC code of the error, for errors of a check. */
  qc_code: z.string().optional(),
  /** The expected value, the actual value, and the way to fix it. */
  message: z.string(),
  details: z.array(z.object({ field: z.string(), pointer: z.string(), issue: z.string() })),
});

/** The answer of a tool that cannot do the requested work. */
export type ToolError = z.infer<typeof toolErrorSchema>;

/** The first places are enough to fix a call; more add nothing new. */
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

/** Converts a thrown value to the error that a client may see. */
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
