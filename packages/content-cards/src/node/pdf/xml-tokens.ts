/** A tag or a text of XML. */
export interface XmlToken {
  readonly kind: 'begin' | 'end' | 'empty' | 'text';
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
}

/** Comments and declarations, tags, texts. No part of the pattern can match in two ways. */
const token =
  /<[!?][^<>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/** The tags and texts of an XML that a program wrote: no CDATA, no document type with declarations in it. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (const [, isEnd = '', name = '', attributes = '', isEmpty = '', text] of xml.matchAll(
    token,
  )) {
    if (text !== undefined) yield { kind: 'text', name: '', attributes: '', text };
    else if (name !== '') {
      const kind = isEnd === '/' ? 'end' : isEmpty === '/' ? 'empty' : 'begin';
      yield { kind, name, attributes, text: '' };
    }
  }
}

/** The attributes of a tag by name. */
export function attributesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(attribute), ([, name = '', double, single = '']) => [
      name,
      decodeEntities(double ?? single),
    ]),
  );
}

const pointsPerUnit: ReadonlyMap<string, number> = new Map([
  ['cm', 72 / 2.54],
  ['mm', 72 / 25.4],
  ['in', 72],
  ['pt', 1],
]);

/** A length with its unit, in points; 0 of none. */
export function lengthOf(text: string | undefined): number {
  const [, number = '', unit = ''] = /^(-?[\d.]+)(cm|mm|in|pt)$/.exec(text ?? '') ?? [];
  return Number(number) * (pointsPerUnit.get(unit) ?? 0);
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The text with its character references as characters. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi,
    (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );
}
