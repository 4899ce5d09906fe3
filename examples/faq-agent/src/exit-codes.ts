/** The exit codes of the process. */
export const exitCodes = {
  /** All was answered; every journal replayed. */
  done: 0,
  /** A turn failed, or a journal did not lead to its own answers. */
  failed: 1,
  /** It could not start with what it was given. */
  usage: 2,
  /** Ctrl-C: what was stored until then is whole. */
  interrupted: 130,
} as const;
