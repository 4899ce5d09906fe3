import { classOf, type Repair, type RepairClass, type RepairKind } from './types.ts';

const severity: Readonly<Record<RepairClass, number>> = { lossless: 0, guess: 1, lossy: 2 };

/** Adds a repair to the log; `at` is an offset into the text being read. */
export function note(log: Repair[], kind: RepairKind, at: number): void {
  log.push({ kind, class: classOf(kind), at });
}

/** True when every repair is allowed. A cut is none of them: `complete` reports it. */
export function isAllowed(repairs: readonly Repair[], allow: RepairClass): boolean {
  return repairs.every(
    (repair) => repair.kind === 'truncated' || severity[repair.class] <= severity[allow],
  );
}
