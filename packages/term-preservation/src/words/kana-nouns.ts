import { parseWordList } from '../text/word-list.ts';

/** Nouns written in hiragana, whole or in part; elsewhere hiragana is read as grammar. */
const words = parseWordList(`
おすすめ お気に入り まとめ ふりがな しおり ひな形 ひも付け たな卸し いいね つぶやき なりすまし ばらつき やり取り やりとり あいさつ あらすじ しきい値 ごみ箱 ゴミ箱
かご はがき のし ねじ ばね めっき はんだ ひび ずれ もれ くじ いたずら うるう年 かな漢字 ふるさと納税 まとめ買い なぞなぞ おまけ つり銭 おつり さくいん しりとり たたき台 とりまとめ ひらがな
くじ引き ご褒美 いいね数 子ども 友だち ぬりえ にじみ かすれ めくり しみ きず へこみ さび こより あて先 あて名 きっぷ ちらし のぼり うわさ とじ込み ほこり すき間 はみ出し
`);

const byFirst = new Map<string, string[]>();
for (const word of words) {
  const list = byFirst.get(word.charAt(0)) ?? [];
  list.push(word);
  byFirst.set(word.charAt(0), list);
}
for (const list of byFirst.values()) list.sort((a, b) => b.length - a.length);

/** Length of the kana noun at `at`, or 0. */
export function kanaNounLength(text: string, at: number): number {
  return byFirst.get(text.charAt(at))?.find((word) => text.startsWith(word, at))?.length ?? 0;
}
