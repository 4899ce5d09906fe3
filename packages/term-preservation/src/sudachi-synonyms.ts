import { InvalidArgumentError, isRecord } from '@kanmon/core';
import { checkFlags, checkOptions } from '@kanmon/core/kit';
import { synonymKey } from './synonyms/define-synonyms.ts';
import { foldTerm } from './text/fold-term.ts';
import { wordSet } from './text/lexicon.ts';
import type { SynonymSource } from './vocabulary/terms.ts';

/** Options of `createSudachiSynonyms`. */
export interface SudachiOptions {
  /** Use forms that are in two or more groups. @default false */
  readonly allowAmbiguous?: boolean;
  /** Only groups of these fields (分野), and those without one. @default all */
  readonly fields?: readonly string[];
}

/** The members of an item of the dictionary that are read. */
interface SudachiItem {
  readonly midashi: string;
  readonly expandControl: number;
  readonly misspelt: boolean;
  readonly fields: readonly string[];
}
type SudachiGroup = readonly SudachiItem[];

const testedVersion = '18.0.0';
/** Forms whose everyday sense misleads in requests: a group with one of them is off. Written for this package. */
const misleading = new Set(
  [
    ...wordSet(`
対数 現金 キャッシュ 丸太 記録的 木陰 港 船着き場 衣装 役柄 ロール巻き 鍵盤 錠前 店員 給仕 服務 公務 奉仕 樹木 幹 葉 根 穴 罠 卓 机 食卓 天板 椅子 席 雲 窓 扉 門
橋 橋梁 蜂 虫 害虫 汽車 列車 鍛錬 修行 血統 家柄 仮面 覆面 軍隊 行列 待ち列 缶詰 瓶 器 花 塊 石 鎖 首飾り 指標生物 体重 演技 興行 劇 札 名札 荷札 付箋
`),
  ].map(foldTerm),
);

/**
 * Creates a source from the parsed array of `sudachi-synonyms-dictionary` (Apache-2.0, passed in by the caller).
 * It is built on the first look-up, once.
 *
 * @throws {InvalidArgumentError} For a value of another shape, or an unknown option.
 */
export function createSudachiSynonyms(
  dictionary: unknown,
  options: SudachiOptions = {},
): SynonymSource {
  checkOptions(options, 'allowAmbiguous fields', 'createSudachiSynonyms(dictionary, options)');
  checkFlags({ allowAmbiguous: options.allowAmbiguous });
  const groups = readDictionary(dictionary);
  let built: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    name: 'sudachi',
    lookup: (folded) => {
      built ??= buildSynonyms(groups, options);
      return built.get(synonymKey(folded)) ?? [];
    },
  };
}

function buildSynonyms(
  groups: readonly SudachiGroup[],
  { allowAmbiguous = false, fields }: SudachiOptions,
): ReadonlyMap<string, readonly string[]> {
  const isOfFields = (item: SudachiItem): boolean =>
    fields === undefined ||
    item.fields.length === 0 ||
    item.fields.some((field) => fields.includes(field));
  const usable = groups
    .filter((group) => !group.some((item) => misleading.has(foldTerm(item.midashi))))
    .filter((group) => group.every(isOfFields))
    .map((group) =>
      group
        .filter((item) => item.expandControl !== 2 && !item.misspelt)
        .filter((item) => foldTerm(item.midashi).length > 1)
        .map((item) => ({ ...item, key: synonymKey(item.midashi) })),
    );
  const counts = new Map<string, number>();
  for (const group of usable)
    for (const key of new Set(group.map((item) => item.key)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const isUsable = (key: string): boolean => allowAmbiguous || counts.get(key) === 1;
  const synonyms = new Map<string, string[]>();
  for (const group of usable) {
    for (const { key, expandControl } of group) {
      // 1: the form is reached from others but does not start an expansion itself.
      if (expandControl === 1 || !isUsable(key)) continue;
      const others = group.filter((other) => other.key !== key && isUsable(other.key));
      const forms = [...(synonyms.get(key) ?? []), ...others.map((other) => other.midashi)];
      synonyms.set(key, [...new Set(forms)]);
    }
  }
  return synonyms;
}

function readDictionary(dictionary: unknown): readonly SudachiGroup[] {
  const expected = `expected the parsed array of sudachi-synonyms-dictionary (tested with ${testedVersion}): groups { id, items: [{ midashi, expandControl, ... }] }`;
  const refuse = (problem: string): never => {
    throw new InvalidArgumentError(`${expected}; ${problem}`);
  };
  if (!Array.isArray(dictionary))
    return refuse(`got ${dictionary === null ? 'null' : typeof dictionary}`);
  return dictionary.map((group: unknown, at) => {
    const items = isRecord(group) ? group['items'] : undefined;
    if (!Array.isArray(items)) return refuse(`group ${at} has no items`);
    return items.map(
      (item: unknown) => readItem(item) ?? refuse(`group ${at} has an item of another shape`),
    );
  });
}

/** Returns what is read of an item, or undefined for a value of another shape. */
function readItem(item: unknown): SudachiItem | undefined {
  if (!isRecord(item)) return undefined;
  const { midashi, expandControl = 0, bunya } = item;
  if (typeof midashi !== 'string' || typeof expandControl !== 'number') return undefined;
  return {
    midashi,
    expandControl,
    misspelt: item['gokeiSyubetsu'] === '間違い' || item['hyoukiYure'] === '間違い表記',
    fields: Array.isArray(bunya) ? bunya.filter((field) => typeof field === 'string') : [],
  };
}
