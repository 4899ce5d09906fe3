import type { Term } from '../language/term.ts';
import type { SlotKind } from '../plan/multi-step-query-plan.ts';
import { isNounTopic } from './focus-terms.ts';
import type { SlotTable } from './slot-table.ts';

/** 返品 + 期限, shipping + cost: a topic with a property of its own is a question, not a bare word. */
export function hasAttributeOfTopic(content: readonly Term[]): boolean {
  return content.some(
    (term, index) =>
      term.isAttribute && (term.topics.length === 0 || content.length > 1 || index > 0),
  );
}

/** A verb or its stem: it names nothing that could be searched for by itself. */
export function isVerb({ text, values }: Term): boolean {
  return values.length === 0 && isVerbForm(text);
}

function isVerbForm(text: string): boolean {
  return (
    /^\p{Script=Han}{1,2}\p{Script=Hiragana}{1,3}$/u.test(text) ||
    /^(?:arrived?|arrives|takes?|costs?|works?|lasts?|received?|come|came|got|broken|damaged|get|still|waiting|yet|track|status|check|place|placed|made|bought|ordered|change|never|missing|show|shown|happened|wrong|late|faulty|defective|day|days|week|weeks|now|ago|since)$/iu.test(
      text,
    )
  );
}

/** Whether all that a message says of its own are verbs. */
export function isVerbText(content: readonly Term[]): boolean {
  return content.filter(({ isSpecific }) => isSpecific).every(({ text }) => isVerbForm(text));
}

/** 定期購入を解約したい: a noun of a topic that requires nothing says what is meant. */
export function namesMatter(term: Term, { required }: SlotTable): boolean {
  return (
    isNounTopic(term) &&
    !isVerb(term) &&
    !term.isAttribute &&
    term.topics.every((topic) => required[topic] === undefined)
  );
}

/** 注文, purchase: the nouns for an order. */
export function isOrderNoun(terms: readonly Term[]): boolean {
  return terms.some(({ key }) => /注文|購入|買い物|^orders?$|purchase/u.test(key));
}

/** Of what a bare attribute is a property: most of a product, some of the whole matter. */
export function ownerOf(content: readonly Term[]): SlotKind {
  const isMatter = content.some(({ key }) =>
    /手数料|手続|方法|手順|条件|期限|期間|締|規約|ポリシー|流れ|やり方|仕方|procedure|method|deadline|condition|policy|process|requirement|step|rule|terms|fee|limit|period|option/u.test(
      key,
    ),
  );
  return isMatter ? 'topic' : 'product';
}

/** The first value that is picked. */
export function firstOf<Item, Value>(
  items: Iterable<Item>,
  pick: (item: Item) => Value | undefined,
): Value | undefined {
  for (const item of items) {
    const picked = pick(item);
    if (picked !== undefined) return picked;
  }
  return undefined;
}
