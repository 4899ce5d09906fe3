/** Language of made-up prose. */
export type SyntheticLanguage = 'ja' | 'en';

interface Words {
  readonly subjects: readonly string[];
  readonly places: readonly string[];
  readonly objects: readonly string[];
  readonly verbs: readonly string[];
  readonly openings: readonly string[];
  readonly exclamations: readonly string[];
}

const words: { readonly [L in SyntheticLanguage]: Words } = {
  ja: {
    subjects: [
      '春香',
      '宿の主人',
      '𠮷田先生',
      '若い船頭',
      '黒猫',
      '兄',
      '見知らぬ旅人',
      '司書の澄江',
      '隣の少年',
      '庭師',
    ],
    places: [
      '港の倉庫',
      '雨の駅前',
      '古い図書室',
      '丘の上の灯台',
      '裏通りの喫茶店',
      '凍った湖',
      '夜の市場',
      '校舎の屋上',
    ],
    objects: [
      '錆びた鍵',
      '一通の手紙',
      '青い傘',
      '折れた羽根ペン',
      '母の写真',
      '壊れた時計',
      '薬草の束',
      '小さな木箱',
      '地図の切れ端',
    ],
    verbs: [
      'を見つけた',
      'をそっと隠した',
      'を握りしめていた',
      'を落としてしまった',
      'について語り始めた',
      'を黙って差し出した',
      'を思い出していた',
    ],
    openings: [
      'その朝、',
      'やがて',
      '雨が上がると、',
      '誰にも告げずに、',
      'ためらいながらも',
      '遠くで鐘が鳴り、',
      '',
    ],
    exclamations: [
      '「……」',
      '「本当に？」',
      '「待ってよ🙂」',
      '「もう遅い」',
      '「わかった」',
      '「🎉やった！」',
    ],
  },
  en: {
    subjects: [
      'Harriet',
      'the innkeeper',
      'a young ferryman',
      'the black cat',
      'her brother',
      'an unknown traveller',
      'the librarian',
      'the gardener',
    ],
    places: [
      'in the harbour shed',
      'outside the station',
      'in the old reading room',
      'below the lighthouse',
      'on the frozen lake',
      'at the night market',
    ],
    objects: [
      'a rusty key',
      'one sealed letter',
      'the blue umbrella',
      'a broken watch',
      'a torn map',
      'the wooden box',
      'a bundle of herbs',
    ],
    verbs: [
      'found',
      'quietly hid',
      'was holding',
      'had dropped',
      'began to speak of',
      'silently handed over',
      'remembered',
    ],
    openings: [
      'That morning, ',
      'Before long, ',
      'When the rain stopped, ',
      'Without a word, ',
      'Far away a bell rang and ',
      '',
    ],
    exclamations: ['"..."', '"Really?"', '"Wait 🙂"', '"Too late."', '"I see."', '"🎉 Done!"'],
  },
};

/** One made-up sentence. */
export function syntheticSentence(language: SyntheticLanguage, random: () => number): string {
  const list = words[language];
  const opening = choose(list.openings, random);
  const subject = choose(list.subjects, random);
  const place = choose(list.places, random);
  const object = choose(list.objects, random);
  const verb = choose(list.verbs, random);
  return language === 'ja'
    ? `${opening}${subject}は${place}で${object}${verb}。`
    : `${opening}${subject} ${verb} ${object} ${place}. `;
}

/** One line of dialogue; few enough to come again and again, as in real stories. */
export function syntheticExclamation(language: SyntheticLanguage, random: () => number): string {
  return choose(words[language].exclamations, random);
}

/** A word that replaces another one. */
export function syntheticWord(language: SyntheticLanguage, random: () => number): string {
  const { objects, places, subjects } = words[language];
  return choose(choose([objects, places, subjects], random), random);
}

/** One of the items. */
export function choose<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('expected at least one item to choose from');
  return item;
}
