import type { LoadedSource } from './source.ts';

/** The title of what has none: the name of the source without its extension, else `無題`. */
export function derivedTitle(
  { name, isUnnamed = false }: Pick<LoadedSource, 'name' | 'isUnnamed'>,
  locale: 'ja' | 'en',
): string {
  return (isUnnamed ? '' : bareName(name)) || untitled(locale);
}

/** What stands where no title can be made. */
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
