/** The label of one of several candidates: 案1, Option A. */
const label =
  /(?:案|候補|パターン|プラン|\b(?:option|version|plan|candidate|choice|alternative|variant|draft) ?)[ #]?(?:[\d０-９]{1,2}|[A-ZＡ-Ｚ])(?![\p{Script=Latin}\p{N}])/giu;
/** The text around a label that makes it the answer: 案1とします, I'll go with Option A, Option A is my final answer. */
const chosenBefore =
  /(?:(?<!(?:\bnot|\bnever|n['’]t) )\b(?:go(?:ing)? with|choos(?:e|ing)|chose|pick(?:ed|ing)?|select(?:ed|ing)?|recommend|settl(?:e|ed|ing) on|final(?: answer)?(?: is|:)|answer is)|最終(?:回答|案|結果)?[はを:：])[\s*「]{0,4}(?:the )?$/iu;
const chosenAfter =
  /^[\s*」]{0,4}(?:\bis (?:the |my |our )?(?:final|answer|best|better|right|correct|chosen)|(?:を(?:採用|選択|選び|最終|提出|回答)|[でに](?:決|しま|いきます)|とし)(?!しない|しません|ない|ません))/iu;
/** Characters around a label in which it is chosen. */
const near = 40;
/** Characters after the last candidate in which one is chosen. */
const conclusion = 400;

/**
 * Returns the index of the candidate that the text after the last one chooses by its label, or -1 where it chooses
 * none or more than one. Takes the places of the candidates in order.
 */
export function chosenByLabel(
  raw: string,
  places: readonly (readonly [start: number, end: number])[],
): number {
  const last = places.at(-1)?.[1] ?? 0;
  if (places.length < 2) return -1;
  const labels = places.map(([start], index) =>
    labelsIn(raw.slice(Math.max(places[index - 1]?.[1] ?? 0, start - near), start)).at(-1),
  );
  const tail = raw.slice(last, last + conclusion);
  const chosen = new Set(
    Array.from(tail.matchAll(label), ({ index, 0: name }) =>
      chosenBefore.test(tail.slice(Math.max(0, index - near), index)) ||
      chosenAfter.test(tail.slice(index + name.length, index + name.length + near))
        ? [folded(name)]
        : [],
    ).flat(),
  );
  const [name] = chosen.size === 1 ? chosen : [];
  const at = name === undefined ? -1 : labels.indexOf(name);
  return labels.indexOf(name, at + 1) < 0 ? at : -1;
}

function labelsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(label), ([name]) => folded(name));
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/[\s#]/gu, '');
}
