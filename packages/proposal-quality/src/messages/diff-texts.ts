import type { Texts } from './texts.ts';

/** English texts of what is found in diffs only. */
export const diffTextsEn: Texts = {
  'unknown-type': '{place} is not a known type of diff',
  'existing-relation': '{place} relates nodes that are related like this already',
  'reverse-relation': '{place} relates nodes that are related the other way round',
  'parent-has-children': "{place}: node '{id}' has children already",
  'similar-group': '{place} resembles the existing group "{label}"',
  'many-children': '{place} adds {actual} children',
};

/** Japanese texts of what is found in diffs only. */
export const diffTextsJa: Texts = {
  'unknown-type': '{place} は差分の種類として定められていません。',
  'existing-relation': '{place} の関係は、すでに登録されています。',
  'reverse-relation': '{place} とは逆向きの関係が、すでに登録されています。',
  'parent-has-children': '{place} のノード「{id}」には、すでに子があります。',
  'similar-group': '{place} に似たグループ「{label}」が、すでにあります。',
  'many-children': '{place} で子が {actual} 件増えます。',
};
