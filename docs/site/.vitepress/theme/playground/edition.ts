import type { english } from './english.ts';
import type { TabName, TabState } from './link.ts';

export type Language = 'en' | 'ja';

/** The texts of the page. Each language has the texts that English has. */
export type Texts = (typeof english)['texts'];

/** A named state of a tab. The first of a tab is what it opens with. */
interface Sample<Name extends TabName> {
  readonly title: string;
  readonly state: Readonly<TabState<Name>>;
}

export type Samples = {
  readonly [Name in TabName]: readonly [Sample<Name>, ...Sample<Name>[]];
};

/** The playground in one language. A page loads its own only. */
export interface Edition {
  readonly language: Language;
  readonly texts: Texts;
  readonly samples: Samples;
}

/** Returns the text for a name that comes from a report; the name itself when there is no text. */
export function textFor(group: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(group, name) ? (group[name] ?? name) : name;
}
