/** Returns a function that calls a listener. An error of the listener, also a late one, ends nothing. */
export function createEmitter<Event>(
  listener: ((event: Event) => unknown) | undefined,
): (event: Event) => void {
  return (event) => {
    try {
      const result = listener?.(event);
      if (result instanceof Promise) result.catch(() => undefined);
    } catch {
      // The work matters more than who watches it.
    }
  };
}
