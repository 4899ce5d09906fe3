/**
 * The leftovers that a store found beside its history when it was opened. A crash can leave each of them, and then
 * none was acknowledged. A file that someone cut or emptied can look alike; compare with heads that were stored
 * elsewhere (`expectedHeads` of `verifyStore`) to detect that.
 */
export interface RepairReport {
  /** Pieces without a line end, with a wrong checksum, or that are not a record; 1 for a file that is empty or missing. */
  readonly damaged: number;
  /** Intact lines whose predecessor never reached the disk. Those of a writer that lost a race are no leftovers. */
  readonly void: number;
  /** Bytes of damaged and void pieces; 0 when a file is empty or missing. */
  readonly bytes: number;
  /** The place of the first piece. */
  readonly file: string;
  readonly offset: number;
}
