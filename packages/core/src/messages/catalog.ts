import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';

/** A template with `{name}`, `{path}` and `{place}`, or a function that writes the text itself. */
export type Message = string | ((finding: Finding) => string);

/** Texts by locale and finding code. A locale may be left out. */
export type Catalog = { readonly [L in Locale]?: Readonly<Record<string, Message>> };
