/** The exit codes of `deck`. */
export const exitCodes = {
  done: 0,
  /** A defect of ours or of the machine: a full disk, a damaged journal. */
  failed: 1,
  usage: 2,
  conflict: 3,
  import: 4,
  ai: 5,
  notApproved: 6,
  verifyFailed: 7,
  /** 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
