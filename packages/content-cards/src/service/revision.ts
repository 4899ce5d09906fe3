/** Revision of a card or deck: the stream version of the last event that touched it. HTTP quotes it (ETag). */
export function revisionOf(version: number): string {
  return `cards-${version}`;
}

/** The version that a revision of ours names, or 0. */
export function versionIn(revision: string): number {
  const [, digits = '0'] = /^"?cards-([1-9]\d{0,15})"?$/.exec(revision) ?? [];
  return Number(digits);
}

/** A parsed If-Match. */
export type Precondition =
  | { readonly kind: 'any' }
  | {
      readonly kind: 'tags';
      readonly tags: readonly { readonly tag: string; readonly weak: boolean }[];
    };

/** RFC 9110 8.8.3: an opaque tag is quoted and holds visible characters. */
const tagForm = /^(W\/)?("[\u0021\u0023-\u007e\u0080-\u00ff]*")$/;
const maxTags = 64;

/** Reads the revision that a caller of the library saw: as it is in a view, or as If-Match writes it. */
export function readMatch(value: string): Precondition | null {
  const trimmed = value.trim();
  return /^[\w.-]+$/.test(trimmed)
    ? { kind: 'tags', tags: [{ tag: `"${trimmed}"`, weak: false }] }
    : parsePrecondition(trimmed);
}

/** Reads an If-Match or If-None-Match value; null when it is malformed. */
export function parsePrecondition(value: string): Precondition | null {
  const trimmed = value.trim();
  if (trimmed === '*') return { kind: 'any' };
  const parts = splitTags(trimmed);
  if (parts === null || parts.length > maxTags) return null;
  const tags: { tag: string; weak: boolean }[] = [];
  for (const part of parts) {
    if (part === '') continue;
    const [, weak, tag] = tagForm.exec(part) ?? [];
    if (tag === undefined) return null;
    tags.push({ tag, weak: weak !== undefined });
  }
  return tags.length === 0 ? null : { kind: 'tags', tags };
}

/** Splits at commas outside quotes; a tag may contain commas. */
function splitTags(text: string): string[] | null {
  const parts: string[] = [];
  let quoted = false;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      parts.push(text.slice(from, index).trim());
      from = index + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return quoted ? null : parts;
}

/** The versions that strong tags of ours name. A weak tag never matches strongly. */
export function versionsNamed(precondition: Precondition): readonly number[] {
  if (precondition.kind === 'any') return [];
  return precondition.tags.flatMap(({ tag, weak }) => {
    const version = weak ? 0 : versionIn(tag);
    return version === 0 ? [] : [version];
  });
}
