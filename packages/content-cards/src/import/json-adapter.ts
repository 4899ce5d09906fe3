import { parseStrictJson } from '@kanmon/core/kit';
import { derivedTitle } from './derived-title.ts';
import { ImportError } from './import-error.ts';
import { readJsonCards, wholeSource } from './json-cards.ts';
import { readJsonLeaves } from './json-leaves.ts';
import type { ImportAdapter, LoadedSource, NormalizedItem } from './source.ts';
import { decodeSource, refuseLongText } from './text-adapter.ts';
import type { JsonValue } from '../model/json.ts';

/** JSON: approval documents, lists of cards, lists of items; anything else as lines of its leaves. */
export const jsonAdapter: ImportAdapter = {
  kind: 'json',
  accepts: ({ contentType, name }) =>
    /^(?:application|text)\/(?:[\w.+-]*\+)?json$/.test(contentType)
      ? 1
      : /\.jsonc?$/i.test(name)
        ? 0.9
        : 0,
  read(loaded, context) {
    const { text, charset, warnings } = decodeSource(loaded, context);
    refuseLongText(text);
    if (text.trim() === '') return { items: [], warnings, charset };
    const parsed = parseStrictJson(text);
    if (!parsed.ok) throw refusal(parsed.reason.replaceAll('_', ' '));
    if (hasPrototypeKey(parsed.value)) throw refusal('a key is called __proto__');
    const items = readJsonCards(parsed.value, loaded) ?? leafItems(text, loaded, context.locale);
    return { items, warnings, charset };
  },
};

function refusal(reason: string): ImportError {
  return new ImportError(`the JSON cannot be taken: ${reason}`, { code: 'json_invalid' });
}

/** What is made of the value must not be able to reach the prototype of others. Without recursion. */
function hasPrototypeKey(root: JsonValue): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}

/** One item per top-level member; its leaves as `pointer: value`, in document order. */
function leafItems(
  text: string,
  loaded: LoadedSource,
  locale: 'ja' | 'en',
): readonly NormalizedItem[] {
  const members = readJsonLeaves(text);
  return members.map(({ key, leaves }, index) => {
    const number = members.length > 1 ? String(index + 1) : '';
    const title = (key ?? number).trim();
    const body = leaves.map((leaf) =>
      leaf.pointer === '' ? leaf.text : `${leaf.pointer}: ${leaf.text}`,
    );
    return {
      id: null,
      title: title === '' ? derivedTitle(loaded, locale) : title,
      body,
      attachments: [],
      source_meta: {
        ...wholeSource(loaded, body.length),
        title_origin: title === '' ? 'derived' : 'heading',
      },
    };
  });
}
