/** From U+2E80 on: the ordinary character of each radical (Unicode, Equivalent_Unified_Ideograph); `-`: none. */
const radicals: readonly string[] = Array.from(
  '-厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵-旡日月歺母民氵氺灬爫爫丬牛' +
    '犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑' +
    '钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟',
);
const firstRadical = 0x2e80;

/**
 * Writers name a glyph by any character that shares it: 目 comes as the radical ⽬, 長 as ⻑, and a
 * vertical comma as ︑. These have one ordinary character each.
 */
export function plainForms(text: string): string {
  return text
    .replaceAll(/[\u2e80-\u2ef3]/g, (form) => {
      const plain = radicals[form.charCodeAt(0) - firstRadical] ?? '-';
      return plain === '-' ? form : plain;
    })
    .replaceAll(/[\u2f00-\u2fd5\ufe10-\ufe18\ufe31-\ufe44\ufb00-\ufb06]/g, (form) =>
      form.normalize('NFKC'),
    )
    .replaceAll('\ufe19', '…')
    .replaceAll('\ufe30', '‥');
}
