import { createStore } from './store.ts';

/** The colour scheme in use. */
export type Scheme = 'light' | 'dark';

const storageKey = 'kanmon-scheme';
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** The scheme of the user, or of the system. */
export const scheme = createStore<Scheme>(currentScheme());

/** Applies the scheme and follows the system until the user chooses one. */
export function followScheme(): void {
  document.documentElement.dataset['scheme'] = scheme.get();
  prefersDark.addEventListener('change', () => show(currentScheme()));
}

/** Switches to a scheme and remembers it. */
export function setScheme(next: Scheme): void {
  localStorage.setItem(storageKey, next);
  show(next);
}

function show(next: Scheme): void {
  document.documentElement.dataset['scheme'] = next;
  scheme.set(next);
}

function currentScheme(): Scheme {
  const stored = localStorage.getItem(storageKey);
  if (stored === 'light' || stored === 'dark') return stored;
  return prefersDark.matches ? 'dark' : 'light';
}
