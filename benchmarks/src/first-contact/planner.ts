import { planByRules } from '@kanmon/multistep-planner';
import { readRounds, share, yesOrNo } from './rounds.ts';

interface DialogCase {
  readonly id: string;
  readonly lang: 'ja' | 'en';
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly message: string;
  readonly clarify: boolean;
  readonly followUp: boolean;
  /** The searches that are needed: the words of each query, each with its alternatives. */
  readonly searches: readonly { readonly must: readonly (readonly string[])[] }[];
  /** Other numbers of searches that are as good. */
  readonly altSearchCounts: readonly number[];
  /** Words of a topic that was left: in no query. */
  readonly gone: readonly string[];
}

/** Every round of dialogs: how often the rule planner decides as the author would. */
export function plannerRounds() {
  return readRounds<DialogCase>('multistep-planner', 'planner').map(({ name, cases }) => {
    const judged = cases.map(judge);
    const left = judged.filter(({ of }) => of.gone.length > 0);
    const followUp = yesOrNo(judged.map(({ of, got }) => [of.followUp, got.followUp]));
    const alone = yesOrNo(judged.map(({ of, got }) => [!of.followUp, !got.followUp]));
    const clarify = yesOrNo(judged.map(({ of, got }) => [of.clarify, got.clarify]));
    return {
      round: name,
      cases: cases.length,
      whole: share(judged, isRight),
      wholeJa: share(
        judged.filter(({ of }) => of.lang === 'ja'),
        isRight,
      ),
      wholeEn: share(
        judged.filter(({ of }) => of.lang === 'en'),
        isRight,
      ),
      clarifyPrecision: clarify.precision,
      clarifyRecall: clarify.recall,
      followUpMacroF1: (followUp.f1 + alone.f1) / 2,
      abandonedCarried: share(left, ({ faults }) => faults.includes('abandoned')),
      wrong: judged
        .filter(({ faults }) => faults.length > 0)
        .map(({ of, got, faults }) => ({ id: of.id, faults, queries: got.queries })),
    };
  });
}

function isRight({ faults }: { readonly faults: readonly string[] }): boolean {
  return faults.length === 0;
}

function judge(of: DialogCase) {
  const { plan } = planByRules({ message: of.message, history: of.history });
  const queries = plan.steps.flatMap((step) => ('query' in step ? [step.query] : []));
  const got = {
    queries,
    clarify: plan.needsClarification,
    followUp: plan.steps.some(({ type }) => type === 'followup_search'),
  };
  const counts = [of.searches.length, ...of.altSearchCounts];
  const isSearched = of.searches.length > 0;
  const faults = [
    got.clarify === of.clarify ? [] : ['clarify'],
    !isSearched || got.clarify || got.followUp === of.followUp ? [] : ['follow-up'],
    got.clarify || counts.includes(queries.length) ? [] : ['count'],
    got.clarify || of.searches.every(({ must }) => queries.some((query) => holds(query, must)))
      ? []
      : ['words'],
    queries.some((query) => of.gone.some((word) => folded(query).includes(folded(word))))
      ? ['abandoned']
      : [],
  ].flat();
  return { of, got, faults };
}

function holds(query: string, must: readonly (readonly string[])[]): boolean {
  return must.every((words) => words.some((word) => folded(query).includes(folded(word))));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
