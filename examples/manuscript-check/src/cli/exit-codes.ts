import type { Problem } from './problem.ts';

/** The exit codes of the process; scripts may rely on them. */
export const exitCodes = {
  /** Done, and nothing is open. */
  done: 0,
  /** A defect of this program. */
  defect: 1,
  /** The command line cannot be understood, or names what is not there. */
  usage: 2,
  /** Another process works on the manuscript, an earlier command is unfinished, or a file would be lost. */
  conflict: 3,
  /** The manuscript cannot be read as text. */
  unreadable: 4,
  /** The checker, the model or the store failed; what was recorded stays. */
  failed: 5,
  /** Done, and findings are open. */
  open: 6,
  /** Questions wait for a person. */
  waiting: 7,
  /** Interrupted; `resume` goes on. */
  interrupted: 130,
} as const;

/** A way to end. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const problemCodes: { readonly [K in Problem['kind']]: ExitCode } = {
  usage: exitCodes.usage,
  unreadable: exitCodes.unreadable,
  'bad-target': exitCodes.usage,
  locked: exitCodes.conflict,
  unfinished: exitCodes.conflict,
  'file-changed': exitCodes.conflict,
  'output-edited': exitCodes.conflict,
  'nothing-to-resume': exitCodes.usage,
  'nothing-known': exitCodes.usage,
  failed: exitCodes.failed,
};

/** Returns the exit code of a command that met this problem. */
export function exitCodeOf({ kind }: Problem): ExitCode {
  return problemCodes[kind];
}
