/** One figure of a decision on one data set. */
export interface Decision {
  readonly decision: string;
  readonly data: string;
  readonly cases: number;
  readonly figure: string;
  readonly measured: number;
  /** The least value to reach or, for a share of mistakes, the largest value allowed. */
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
  /** The simplest rule that anybody would try first, on the same rows. */
  readonly baseline?: { readonly name: string; readonly measured: number };
}

/** False when a decision misses its goal, both to three digits. */
export function isReached({ measured, goal }: Decision): boolean {
  const value = Number(measured.toPrecision(3));
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}
