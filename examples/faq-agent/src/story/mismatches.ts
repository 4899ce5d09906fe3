import type { DialogResponse } from '@kanmon/multistep-planner';
import type { StoryLine } from './read-story.ts';

/** The result of a turn. */
export type TurnKind = StoryLine['expect']['kind'];

/** Returns the differences between a response and the story, one sentence each. */
export function mismatches(
  response: DialogResponse,
  { kind, sources, says, fallback }: StoryLine['expect'],
): readonly string[] {
  const came = kindOf(response);
  const named = (response.meta?.sources ?? []).map(({ id }) => id);
  const text = [response.answer ?? '', ...(response.clarifyingQuestions ?? [])].join('\n');
  const reason = response.meta?.fallback?.reason;
  return [
    ...(came === kind ? [] : [`expected the turn to be "${kind}", it was "${came}"`]),
    ...(sources === undefined || isSameSet(sources, named)
      ? []
      : [`expected the sources ${JSON.stringify(sources)}, got ${JSON.stringify(named)}`]),
    ...(says === undefined || text.includes(says)
      ? []
      : [`expected ${JSON.stringify(says)} in ${JSON.stringify(text)}`]),
    ...(reason === fallback
      ? []
      : [`expected the fallback ${fallback ?? 'none'}, got ${reason ?? 'none'}`]),
  ];
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.toSorted().join('\n') === right.toSorted().join('\n');
}

function kindOf({ needsClarification, meta }: DialogResponse): TurnKind {
  if (needsClarification) return 'clarify';
  const types = new Set((meta?.orchestrationSteps ?? []).map(({ type }) => type));
  if (types.has('followup_search')) return 'followup';
  return types.has('search') ? 'search' : 'answer';
}
