import { type Repair, type RepairClass, repairClasses, type RepairKind } from './types.ts';

const severity: Readonly<Record<RepairClass, number>> = { lossless: 0, guess: 1, lossy: 2 };

/** Adds a repair to the log; `at` is an offset into the text being read. */
export function note(log: Repair[], kind: RepairKind, at: number): void {
  log.push({ kind, class: repairClasses[kind], at });
}

/** True when every repair is allowed. A cut is none of them: `complete` reports it. */
export function isAllowed(repairs: readonly Repair[], allow: RepairClass): boolean {
  return repairs.every(
    (repair) => repair.kind === 'truncated' || severity[repair.class] <= severity[allow],
  );
}

/** True when some reading was the best of several. */
export function hasGuess(repairs: readonly Repair[]): boolean {
  return repairs.some((repair) => repair.class === 'guess');
}

/** Repairs in the order of the text; those of one place stay in the order they were made. */
export function inTextOrder(repairs: readonly Repair[]): readonly Repair[] {
  return repairs.toSorted((left, right) => left.at - right.at);
}
