import type { Locale } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import * as z from 'zod';
import { isList, isRecord, listOf, textOf } from '../model/json.ts';

const text = z.string().catch('');
const target = z
  .object({ slide_id: text, element_id: text })
  .catch({ slide_id: '', element_id: '' });

/** The members of a part of an analysis, its target beside them. */
function flat<Known extends { readonly target: z.infer<typeof target> }>({
  target: { slide_id: slideId, element_id: elementId },
  ...part
}: Known) {
  return { ...part, slideId, elementId };
}

/** An issue of the analyzer, as far as it is known. */
export const issueSchema = z
  .object({ id: z.string().min(1), type: text, severity: text, message: text, target })
  .transform(flat);
export type AnalyzerIssue = z.infer<typeof issueSchema>;

/** A fix of the analyzer, as far as it is known. */
export const fixSchema = z
  .object({ id: text, type: text, target, payload: z.record(z.string(), z.unknown()).catch({}) })
  .transform(flat);
export type Fix = z.infer<typeof fixSchema>;

/** A change of the presentation spec, with what it does in words. */
interface BulletChange {
  readonly description: string;
  readonly patch: readonly JsonPatchOperation[];
}

type Part = Readonly<Record<string, unknown>>;

/** The change that a fix of a bullet asks for, or null for a type or a payload that is not supported. */
export function bulletChange(
  fix: Fix,
  slide: Part,
  index: number,
  locale: Locale,
): BulletChange | null {
  const bullet = findBullet(slide, fix.elementId);
  const change = bullet === null ? null : changeOf(fix, bullet.item);
  if (bullet === null || change === null) return null;
  const { member, value, has } = change;
  const at = `/slides/${index}${bullet.path}`;
  return {
    description: texts[change.text][locale](fix.elementId, String(value)),
    patch: [
      { op: 'test', path: `/slides/${index}/id`, value: textOf(slide['id']) },
      { op: 'test', path: `${at}/id`, value: fix.elementId },
      // A member that the bullet lacks is added: `replace` would find nothing.
      { op: has ? 'replace' : 'add', path: `${at}/${member}`, value },
    ],
  };
}

interface MemberChange {
  readonly member: 'level' | 'font/size_pt' | 'font/color_hex';
  readonly value: number | string;
  readonly has: boolean;
  readonly text: 'level' | 'size' | 'color';
}

const maxLevel = 5;
const minSize = 6;

function changeOf({ type, payload }: Fix, item: Part): MemberChange | null {
  const font = isRecord(item['font']) ? item['font'] : null;
  switch (type) {
    case 'bullet_reindent':
    case 'bullet_cap': {
      const { level } = payload;
      if (typeof level !== 'number' || !Number.isInteger(level) || level < 0 || level > maxLevel)
        return null;
      return { member: 'level', value: level, has: Object.hasOwn(item, 'level'), text: 'level' };
    }
    case 'font_raise': {
      const size = payload['size_pt'] ?? payload['size'];
      if (font === null || typeof size !== 'number' || !(size >= minSize && size < Infinity))
        return null;
      const has = Object.hasOwn(font, 'size_pt');
      return { member: 'font/size_pt', value: size, has, text: 'size' };
    }
    case 'color_adjust': {
      const given = textOf(payload['color_hex'] ?? payload['color']);
      const [, digits] = /^#?([0-9a-f]{6})$/i.exec(given) ?? [];
      if (font === null || digits === undefined) return null;
      const has = Object.hasOwn(font, 'color_hex');
      return { member: 'font/color_hex', value: `#${digits}`, has, text: 'color' };
    }
    default:
      return null;
  }
}

const texts: Readonly<
  Record<
    MemberChange['text'],
    { readonly [L in Locale]: (elementId: string, value: string) => string }
  >
> = {
  level: {
    ja: (id, value) => `箇条書き ${id} の階層を ${value} にします`,
    en: (id, value) => `Sets the level of bullet ${id} to ${value}`,
  },
  size: {
    ja: (id, value) => `箇条書き ${id} の文字を ${value}pt にします`,
    en: (id, value) => `Sets the size of bullet ${id} to ${value} pt`,
  },
  color: {
    ja: (id, value) => `箇条書き ${id} の文字色を ${value} にします`,
    en: (id, value) => `Sets the colour of bullet ${id} to ${value}`,
  },
};

function findBullet(
  slide: Part,
  elementId: string,
): { readonly item: Part; readonly path: string } | null {
  if (elementId === '') return null;
  for (const [group, each] of listOf(slide['bullets']).entries()) {
    const items = isRecord(each) && isList(each['items']) ? each['items'] : [];
    for (const [index, item] of items.entries())
      if (isRecord(item) && item['id'] === elementId)
        return { item, path: `/bullets/${group}/items/${index}` };
  }
  return null;
}
