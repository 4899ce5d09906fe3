import { createStore } from './store.ts';

/** The page that the fragment of the address names: `#/card/<deck>/<card>`. */
export const route = createStore<readonly string[]>(segments());

/** Follows the address. */
export function followRoute(): void {
  addEventListener('hashchange', () => route.set(segments()));
}

/** Returns the address of a page. */
export function addressOf(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

/** Opens a page. */
export function open(...parts: readonly string[]): void {
  location.hash = addressOf(...parts);
}

function segments(): readonly string[] {
  try {
    return location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  } catch {
    // The address was typed by hand.
    return [''];
  }
}
