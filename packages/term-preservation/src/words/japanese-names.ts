import { wordSet } from '../text/lexicon.ts';

/** Frequent family names of two or three characters, by their frequency in telephone books; written for this package (MIT). */
const familyNames = /* @__PURE__ */ wordSet(
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 清水 山崎 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 森田 上田 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 岩崎 菅原 木下 久保 佐野 野村 松尾 菊地 菊池 市川 杉本 古川 大西 島田 水野 桜井 高野 吉川 山内 西田 飯田 西川 小松 北村 安田 五十嵐 川口 平田 関口 中田 久保田 服部 東 岩田 土屋 川崎 福島 本田 辻 樋口 秋山 田口 永井 山中 中西 吉村 川上 大橋 石原 松岡 馬場 浜田 森本 矢野 浅野 松下 星野 大久保 吉岡 小池 野田 荒木 熊谷 大谷 松浦 尾崎 黒田 永田 川村 望月 田辺 荒井 大島 早川 堀内 栗原 菅野 大江 片山 奥村 三宅 西山 白石 黒川 岡崎 須藤 成田 萩原 藤川 松村 宮田 森山 大川 内藤 本間 石橋 榎本 川端',
);
/** Characters that end given names. */
const givenEnd =
  /[郎子美太介助一二三樹人奈香恵代江雄夫男彦志司也斗真希花葉乃音菜穂里織博健誠翔輔平治吾哉久昭明隆弘浩宏勝豊修幸綾優陽愛結衣莉桜咲]$/;
const shape = /^([一-龠々]{2,6}?)(?:さん|様|氏|先生|くん|君|ちゃん)?$/;

/** Returns the family and the given name of a full name: 山田太郎, 伊藤健一先生. */
export function splitFullName(text: string): readonly [family: string, given: string] | undefined {
  const [, name = ''] = shape.exec(text) ?? [];
  for (const length of [3, 2]) {
    const given = name.slice(length);
    const isGiven = given.length > 0 && given.length < 4 && givenEnd.test(given);
    if (isGiven && familyNames.has(name.slice(0, length))) return [name.slice(0, length), given];
  }
  return undefined;
}
