import { createStore, useStore } from './store.ts';
import { en } from './texts.en.ts';
import { ja } from './texts.ja.ts';

/** The languages of the console. */
export type Language = 'en' | 'ja';
/** The name of a text. */
export type TextKey = keyof typeof en;

const tables: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, ja };
const storageKey = 'kanmon-language';

/** The language of the console. */
export const language = createStore<Language>(firstLanguage());

/** Switches the language and remembers it. */
export function setLanguage(next: Language): void {
  localStorage.setItem(storageKey, next);
  document.documentElement.lang = next;
  language.set(next);
}

/** Translates texts, and formats times and numbers. */
export interface Translate {
  (key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  readonly language: Language;
  /** A code of the server in words; the code itself where no text is known. */
  code(code: string, values?: Readonly<Record<string, string | number>>): string;
  time(iso: string): string;
  number(value: number, digits?: number): string;
  /** The time since an ISO time, in its largest unit. */
  age(iso: string): string;
}

/** Returns the texts of the language in use. */
export function useTexts(): Translate {
  return translators[useStore(language)];
}

const translators: Readonly<Record<Language, Translate>> = {
  en: createTranslate('en'),
  ja: createTranslate('ja'),
};

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function createTranslate(of: Language): Translate {
  const table = tables[of];
  const times = new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' });
  const translate = (key: TextKey, values: Readonly<Record<string, string | number>> = {}) =>
    table[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  return Object.assign(translate, {
    language: of,
    code: (code: string, values?: Readonly<Record<string, string | number>>) =>
      `code.${code}` in table ? translate(`code.${code}` as TextKey, values) : code,
    time: (iso: string) => (iso === '' ? '–' : times.format(new Date(iso))),
    number: (value: number, digits = 0) =>
      value.toLocaleString(of, { maximumFractionDigits: digits }),
    age(iso: string) {
      const since = Math.max(0, Date.now() - Date.parse(iso));
      const [unit, size] = units.find(([, each]) => since >= each) ?? ['minute', 60_000];
      return Math.floor(since / size).toLocaleString(of, {
        style: 'unit',
        unit,
        unitDisplay: of === 'ja' ? 'short' : 'long',
      });
    },
  });
}

function firstLanguage(): Language {
  const wanted = localStorage.getItem(storageKey) ?? navigator.language;
  return wanted.startsWith('ja') ? 'ja' : 'en';
}
