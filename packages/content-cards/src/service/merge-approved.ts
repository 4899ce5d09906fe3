import { checkArgument, withoutUndefined } from '@kanmon/core/kit';
import type { ApprovalDocument, Slide } from '../model/documents.ts';
import { isList, isRecord, listOf } from '../model/json.ts';

/** The spec with the approved content in it. */
export interface MergeResult {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly updated: readonly string[];
  /** Parts that have no place in the spec. */
  readonly warnings: readonly {
    readonly code: 'table_not_placed' | 'slide_not_in_spec';
    readonly slide_id: string;
  }[];
}

/** Part of a presentation spec; unknown members pass through. */
type SpecObject = Readonly<Record<string, unknown>>;

/**
 * Puts approved slides into the presentation spec they were made for: title, note, body lines over
 * the bullets there are (ids and fonts stay), the table over the first table. Input untouched.
 */
export function mergeApproved(
  spec: Readonly<Record<string, unknown>>,
  document: ApprovalDocument,
): MergeResult {
  checkArgument('spec of mergeApproved', 'an object', spec);
  checkArgument('document.slides of mergeApproved', 'a list', document?.slides);
  const approved = new Map(
    document.slides.filter(({ status }) => status === 'approved').map((slide) => [slide.id, slide]),
  );
  const updated: string[] = [];
  const warnings: MergeResult['warnings'][number][] = [];
  const slides = listOf(spec['slides']).map((specSlide) => {
    const id = isRecord(specSlide) ? specSlide['id'] : undefined;
    const slide = typeof id === 'string' ? approved.get(id) : undefined;
    if (slide === undefined || !isRecord(specSlide)) return specSlide;
    updated.push(slide.id);
    approved.delete(slide.id);
    return mergeSlide(specSlide, slide, warnings);
  });
  for (const slide_id of approved.keys()) warnings.push({ code: 'slide_not_in_spec', slide_id });
  return { spec: { ...spec, slides }, updated, warnings };
}

function mergeSlide(
  specSlide: SpecObject,
  { id, elements }: Slide,
  warnings: MergeResult['warnings'][number][],
): SpecObject {
  const { title, note, body, table_data } = elements;
  const tables = specSlide['tables'];
  const hasTable = isList(tables) && isRecord(tables[0]);
  if (table_data !== undefined && !hasTable)
    warnings.push({ code: 'table_not_placed', slide_id: id });
  return {
    ...specSlide,
    title,
    ...withoutUndefined({ notes: note }),
    ...(specSlide['bullets'] === undefined && body.length === 0
      ? {}
      : { bullets: mergeBullets(id, listOf(specSlide['bullets']), body) }),
    ...(table_data !== undefined && hasTable
      ? {
          tables: tables.map((table, index) =>
            index === 0 && isRecord(table)
              ? Object.assign({}, table, { columns: table_data.headers, rows: table_data.rows })
              : table,
          ),
        }
      : {}),
  };
}

/** Lines over items in order; what is left of the items goes, what is left of the lines comes last. */
function mergeBullets(
  slideId: string,
  groups: readonly unknown[],
  body: readonly string[],
): readonly unknown[] {
  let next = 0;
  const merged = groups.map((group) => {
    if (!isRecord(group)) return group;
    const items = listOf(group['items']).flatMap((item) => {
      const text = body[next];
      if (text === undefined) return [];
      next += 1;
      return [Object.assign({}, isRecord(item) ? item : {}, { text, level: 0 })];
    });
    return { ...group, items };
  });
  const rest = body
    .slice(next)
    .map((text, index) => ({ id: `${slideId}-approved-${index + 1}`, text, level: 0 }));
  if (rest.length === 0) return merged;
  const at = merged.findLastIndex((group) => isRecord(group) && group['anchor'] === undefined);
  if (at === -1) return [...merged, { items: rest }];
  return merged.map((group, index) =>
    index === at && isRecord(group)
      ? Object.assign({}, group, { items: [...listOf(group['items']), ...rest] })
      : group,
  );
}
