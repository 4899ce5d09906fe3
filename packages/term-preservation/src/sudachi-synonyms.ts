import { InvalidArgumentError } from '@kanmon/core';
import { synonymKey } from './synonyms/define-synonyms.ts';
import { foldTerm } from './text/fold-term.ts';
import { parseWordList } from './text/lexicon.ts';
import type { SynonymSource } from './vocabulary/terms.ts';

/** Options of `createSudachiSynonyms`. */
export interface SudachiOptions {
  /** Use forms that stand in two or more groups. @default false */
  readonly allowAmbiguous?: boolean;
  /** Only groups of these fields (分野), and those without one. @default all */
  readonly fields?: readonly string[];
}

interface SudachiItem {
  readonly midashi: string;
  readonly expandControl: number;
  readonly misspelt: boolean;
  readonly fields: readonly string[];
}

const testedVersion = '18.0.0';
/** Everyday senses that mislead in requests: a group with one of these forms is off. */
const misleading = new Set(
  parseWordList(`
対数 現金 キャッシュ 丸太 記録的 木陰 港 船着き場 衣装 役柄 ロール巻き 鍵盤 錠前 店員 給仕 服務 公務 奉仕 樹木 幹 葉 根 穴 罠 卓 机 食卓 天板 椅子 席 雲 窓 扉 門
橋 橋梁 蜂 虫 害虫 汽車 列車 鍛錬 修行 血統 家柄 仮面 覆面 軍隊 行列 待ち列 缶詰 瓶 器 花 塊 石 鎖 首飾り 指標生物 体重 演技 興行 劇 札 名札 荷札 付箋
`).map(foldTerm),
);

/** Synonyms of the parsed `sudachi-synonyms-dictionary`. Built on the first look-up, once. */
export function createSudachiSynonyms(
  dictionary: unknown,
  options: SudachiOptions = {},
): SynonymSource {
  const groups = readDictionary(dictionary);
  const { allowAmbiguous = false, fields } = options;
  let built: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    name: 'sudachi',
    lookup: (folded) => {
      built ??= build(groups, allowAmbiguous, fields);
      return built.get(synonymKey(folded)) ?? [];
    },
  };
}

function build(
  groups: readonly (readonly SudachiItem[])[],
  allowAmbiguous: boolean,
  fields: readonly string[] | undefined,
): ReadonlyMap<string, readonly string[]> {
  const usable = groups
    .filter((group) => !group.some((item) => misleading.has(foldTerm(item.midashi))))
    .filter(
      (group) =>
        fields === undefined ||
        group.every(
          (item) => item.fields.length === 0 || item.fields.some((field) => fields.includes(field)),
        ),
    )
    .map((group) =>
      group.filter(
        (item) => item.expandControl !== 2 && !item.misspelt && foldTerm(item.midashi).length > 1,
      ),
    );
  const counts = new Map<string, number>();
  for (const group of usable)
    for (const key of new Set(group.map((item) => synonymKey(item.midashi))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const byKey = new Map<string, string[]>();
  for (const group of usable) {
    for (const item of group) {
      const key = synonymKey(item.midashi);
      // 1: the form is reached from others but does not start an expansion itself.
      if (item.expandControl === 1 || (!allowAmbiguous && (counts.get(key) ?? 0) > 1)) continue;
      const forms = group
        .map((other) => other.midashi)
        .filter(
          (form) =>
            synonymKey(form) !== key && (allowAmbiguous || counts.get(synonymKey(form)) === 1),
        );
      byKey.set(key, [...new Set([...(byKey.get(key) ?? []), ...forms])]);
    }
  }
  return byKey;
}

function readDictionary(dictionary: unknown): readonly (readonly SudachiItem[])[] {
  const problem = `expected the parsed array of sudachi-synonyms-dictionary (tested with ${testedVersion}): groups { id, items: [{ midashi, expandControl, ... }] }`;
  if (!Array.isArray(dictionary))
    throw new InvalidArgumentError(
      `${problem}; got ${dictionary === null ? 'null' : typeof dictionary}`,
    );
  return dictionary.map((group: unknown, at) => {
    const items: unknown =
      typeof group === 'object' && group !== null ? Reflect.get(group, 'items') : undefined;
    if (!Array.isArray(items))
      throw new InvalidArgumentError(`${problem}; group ${at} has no items`);
    return items.map((item: unknown) =>
      readItem(item, `${problem}; group ${at} has an item of another shape`),
    );
  });
}

function readItem(item: unknown, problem: string): SudachiItem {
  if (typeof item !== 'object' || item === null) throw new InvalidArgumentError(problem);
  const midashi: unknown = Reflect.get(item, 'midashi');
  const expandControl: unknown = Reflect.get(item, 'expandControl');
  const fields: unknown = Reflect.get(item, 'bunya');
  if (
    typeof midashi !== 'string' ||
    (expandControl !== undefined && typeof expandControl !== 'number')
  )
    throw new InvalidArgumentError(problem);
  return {
    midashi,
    expandControl: expandControl ?? 0,
    misspelt:
      Reflect.get(item, 'gokeiSyubetsu') === '間違い' ||
      Reflect.get(item, 'hyoukiYure') === '間違い表記',
    fields: Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : [],
  };
}
