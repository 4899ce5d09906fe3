/** Language of generated prose. */
export type SyntheticLanguage = 'ja' | 'en';

const groups = ['subjects', 'places', 'objects', 'verbs', 'openings', 'exclamations'] as const;
type Words = Readonly<Record<(typeof groups)[number], readonly string[]>>;

/** One line a group, in the order of `groups`; the last opening is empty. Written for this package. */
const words: Readonly<Record<SyntheticLanguage, Words>> = {
  ja: wordsOf(`
    春香|宿の主人|𠮷田先生|若い船頭|黒猫|兄|見知らぬ旅人|司書の澄江|隣の少年|庭師
    港の倉庫|雨の駅前|古い図書室|丘の上の灯台|裏通りの喫茶店|凍った湖|夜の市場|校舎の屋上
    錆びた鍵|一通の手紙|青い傘|折れた羽根ペン|母の写真|壊れた時計|薬草の束|小さな木箱|地図の切れ端
    を見つけた|をそっと隠した|を握りしめていた|を落としてしまった|について語り始めた|を黙って差し出した|を思い出していた
    その朝、|やがて|雨が上がると、|誰にも告げずに、|ためらいながらも|遠くで鐘が鳴り、|
    「……」|「本当に？」|「待ってよ🙂」|「もう遅い」|「わかった」|「🎉やった！」
  `),
  en: wordsOf(`
    Harriet|the innkeeper|a young ferryman|the black cat|her brother|an unknown traveller|the librarian|the gardener
    in the harbour shed|outside the station|in the old reading room|below the lighthouse|on the frozen lake|at the night market
    a rusty key|one sealed letter|the blue umbrella|a broken watch|a torn map|the wooden box|a bundle of herbs
    found|quietly hid|was holding|had dropped|began to speak of|silently handed over|remembered
    That morning, |Before long, |When the rain stopped, |Without a word, |Far away a bell rang and |
    "..."|"Really?"|"Wait 🙂"|"Too late."|"I see."|"🎉 Done!"
  `),
};

function wordsOf(text: string): Words {
  const lines = text.trim().split(/\n */);
  const entries = groups.map((group, index) => [group, lines[index]?.split('|') ?? []] as const);
  // Every group has an entry; the type of fromEntries does not name its keys.
  return Object.fromEntries(entries) as unknown as Words;
}

/** Returns one generated sentence. */
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

/** Returns one line of dialogue. There are few, so that they repeat as in real stories. */
export function syntheticExclamation(language: SyntheticLanguage, random: () => number): string {
  return choose(words[language].exclamations, random);
}

/** Returns a word that can replace another one. */
export function syntheticWord(language: SyntheticLanguage, random: () => number): string {
  const { objects, places, subjects } = words[language];
  return choose(choose([objects, places, subjects], random), random);
}

/** Returns one of the items. */
export function choose<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('expected at least one item to choose from');
  return item;
}
