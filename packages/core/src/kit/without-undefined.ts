/** The members of `T` with those that may be `undefined` made optional. */
export type WithoutUndefined<T extends object> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns a copy of `members` without those that are `undefined`, so that optional members can be passed on under
 * `exactOptionalPropertyTypes`. Own enumerable string keys only.
 *
 * @example withoutUndefined({ id: 'a', title: undefined }) // { id: 'a' }
 */
export function withoutUndefined<T extends object>(members: T): WithoutUndefined<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // fromEntries defines members, so a key "__proto__" stays a member; TypeScript cannot see which keys are left.
  return Object.fromEntries(entries) as WithoutUndefined<T>;
}
