/** The leftovers that a store found beside its history when it was opened. None of them was ever acknowledged. */
export interface RepairReport {
  /** Pieces without a line end, with a wrong checksum, or that are not a record. */
  readonly damaged: number;
  /** Intact lines that do not continue the history: a lost race, or a predecessor that never reached the disk. */
  readonly void: number;
  /** Bytes of damaged and void pieces. */
  readonly bytes: number;
  /** The place of the first piece. */
  readonly file: string;
  readonly offset: number;
}
