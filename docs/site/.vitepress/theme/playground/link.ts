/** The tabs in their order, with the text fields that are their state. */
export const tabFields = {
  answer: ['answer', 'schema'],
  rule: ['code', 'value', 'context'],
  terms: ['request', 'plan'],
  plan: ['message', 'history'],
} as const;

export type TabName = keyof typeof tabFields;

/** The texts of a tab by field. */
export type TabState<Name extends TabName = TabName> = Record<
  (typeof tabFields)[Name][number],
  string
>;

/** The names of the tabs, in their order. */
export const tabNames = Object.keys(tabFields) as readonly TabName[];

/** The longest fragment that is read or written, in characters. Common servers and chats pass 32 KB. */
const maxFragment = 32_000;
/** The longest state, in bytes of JSON: a small fragment can unpack to gigabytes. */
const maxState = 200_000;

/** Returns `#tab` for the state that a tab opens with, and `#tab.data` for another; null when it is too long for a link. */
export async function writeLink(tab: TabName, state: object | null): Promise<string | null> {
  if (state === null) return `#${tab}`;
  const json = new TextEncoder().encode(JSON.stringify(state));
  if (json.length > maxState) return null;
  const packed = await collect(json, new CompressionStream('deflate-raw'), maxFragment);
  if (packed === null) return null;
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  const data = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const fragment = `#${tab}.${data}`;
  return fragment.length > maxFragment ? null : fragment;
}

/** A fragment that was read. `none` names no tab, `invalid` a tab with a state that is not one of it. */
export type ReadLink =
  | { readonly status: 'none' | 'invalid' }
  | { readonly status: 'read'; readonly tab: TabName; readonly state: TabState | null };

/** Reads a fragment, which anybody may have written. Nothing of it is used before all of it is checked. */
export async function readLink(fragment: string): Promise<ReadLink> {
  const [name, data] = fragment.slice(1).split('.', 2);
  const tab = tabNames.find((each) => each === name);
  if (tab === undefined) return { status: 'none' };
  if (data === undefined) return { status: 'read', tab, state: null };
  if (fragment.length > maxFragment) return { status: 'invalid' };
  const state = await unpack(data).catch(() => null);
  return hasFields(state, tab) ? { status: 'read', tab, state } : { status: 'invalid' };
}

/** Exactly the fields of the tab, each a text. */
function hasFields(state: unknown, tab: TabName): state is TabState {
  if (typeof state !== 'object' || state === null) return false;
  const names: readonly string[] = tabFields[tab];
  return (
    Object.keys(state).length === names.length &&
    names.every(
      (name) => Object.hasOwn(state, name) && typeof Reflect.get(state, name) === 'string',
    )
  );
}

async function unpack(data: string): Promise<unknown> {
  const binary = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const json = await collect(bytes, new DecompressionStream('deflate-raw'), maxState);
  return json === null ? null : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
}

/** Returns what the stream makes of the bytes; null as soon as it is longer than `most`. */
async function collect(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    chunks.push(next.value);
  }
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
