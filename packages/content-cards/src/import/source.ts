import type { Card, Hash, Table } from '../model/card.ts';
import type { LineSource } from '../model/review.ts';

/** A source as the caller names it. */
export type SourceRef = { readonly licensed?: boolean } & (
  | { readonly kind: 'text'; readonly text: string; readonly name?: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly name?: string;
      readonly contentType?: string;
      readonly charset?: string;
    }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
);

/** A source that has been read. */
export interface LoadedSource {
  readonly name: string;
  /** The name is a stand-in that no title can be made of. @default false */
  readonly isUnnamed?: boolean;
  readonly bytes: Uint8Array;
  /** What the bytes stand for, where the source was a text from the start. */
  readonly text?: string;
  /** Without parameters, in lower case; '' when unknown. */
  readonly contentType: string;
  /** The character set that the transport declared. */
  readonly charset?: string;
  readonly url?: string;
  readonly retrievedAt: string;
  readonly hash: Hash;
  /** Warnings of the loader. */
  readonly warnings?: readonly ImportWarning[];
}

/** The context of a loader or an adapter. */
export interface ImportContext {
  readonly signal?: AbortSignal;
  readonly clock: { now(): Date };
  readonly locale: 'ja' | 'en';
  readonly blankLines: 'auto' | 'paragraph' | 'card';
}

/** Reads sources of one kind. Throws `ImportError`s, `retryable` when a later try may succeed. */
export interface SourceLoader {
  readonly kind: SourceRef['kind'];
  load(ref: SourceRef, context: ImportContext): Promise<LoadedSource>;
}

/** Something beside the text: an image or the address of a link. */
export interface Attachment {
  readonly kind: 'image' | 'link';
  readonly label: string;
  /** http, https or relative, without user name and password; of an adapter of yours as it returns it. */
  readonly url?: string;
  readonly page?: number;
}

/** One thing that was noticed while importing. */
export interface ImportWarning {
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** One section of a source, before it is cut into cards. */
export interface NormalizedItem {
  /** Null: it gets one. */
  readonly id: string | null;
  readonly title: string;
  /** Paragraphs, not wrapped. */
  readonly body: readonly string[];
  readonly table_data?: Table;
  readonly attachments: readonly Attachment[];
  readonly source_meta: SourceMeta;
  /** The members of a card beside title and body, for a source that has them. */
  readonly card_meta?: Partial<Pick<Card, 'note' | 'intent' | 'type_hint' | 'story'>>;
}

/** The origin of an item. */
export interface SourceMeta {
  readonly source: string;
  readonly hash: Hash;
  readonly page?: number;
  readonly line: number;
  readonly title_origin: 'heading' | 'first-line' | 'derived';
  /** One for the title, one for each paragraph; `line` is the index of the paragraph. */
  readonly lines: readonly LineSource[];
}

/** The result of an adapter. */
export interface AdapterResult {
  readonly items: readonly NormalizedItem[];
  readonly warnings: readonly ImportWarning[];
  /** The character set that the bytes were read in. */
  readonly charset?: string;
  /** The program that did the reading, where there is a choice. */
  readonly engine?: string;
}

/** Turns sources of some types into items. The one that accepts most wins. */
export interface ImportAdapter {
  readonly kind: string;
  /** 0: not mine; 1: surely mine. */
  accepts(loaded: LoadedSource): number;
  read(loaded: LoadedSource, context: ImportContext): AdapterResult | Promise<AdapterResult>;
}

/** A warning in the language of the reader. */
export function importWarning(
  code: string,
  source: string,
  locale: 'ja' | 'en',
  texts: { readonly ja: string; readonly en: string },
  params: ImportWarning['params'] = {},
): ImportWarning {
  return { code, source, message: texts[locale], params };
}

/** Returns the warning that forbidden characters were removed; empty for a count of 0. */
export function removalWarnings(
  count: number,
  source: string,
  locale: 'ja' | 'en',
  params: ImportWarning['params'] = {},
): readonly ImportWarning[] {
  if (count === 0) return [];
  const texts = {
    ja: `制御文字など、表示できない文字を${count}個取り除きました。`,
    en:
      count === 1
        ? '1 control character was removed.'
        : `${count} control characters were removed.`,
  };
  return [importWarning('control_characters_removed', source, locale, texts, { ...params, count })];
}

/** The title of what has none: the name of the source without its extension, else `無題`. */
export function derivedTitle(
  { name, isUnnamed = false }: Pick<LoadedSource, 'name' | 'isUnnamed'>,
  locale: 'ja' | 'en',
): string {
  return (isUnnamed ? '' : bareName(name)) || untitled(locale);
}

/** The title of an item without any. */
export function untitled(locale: 'ja' | 'en'): string {
  return locale === 'ja' ? '無題' : 'Untitled';
}

function bareName(name: string): string {
  if (!/^https?:/i.test(name) || !URL.canParse(name))
    return withoutExtension(name.split(/[/\\]/).at(-1) ?? '');
  const { pathname, hostname } = new URL(name);
  const part = pathname.split('/').findLast((each) => each !== '');
  return part === undefined ? hostname : withoutExtension(decoded(part));
}

function withoutExtension(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,8}$/u, '').trim();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
