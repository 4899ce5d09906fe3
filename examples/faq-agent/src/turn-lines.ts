import { safeText } from '@kanmon/example-shared/safe-text';
import type { DialogResponse, PlanStep } from '@kanmon/multistep-planner';
import type { ChatTexts } from './texts.ts';

/** Returns the lines below an answer: its sources, then anything unusual. */
export function footLines({ meta }: DialogResponse, texts: ChatTexts): readonly string[] {
  const sources = (meta?.sources ?? []).map(
    ({ id, title = id, url = '' }, index) => `  [${index + 1}] ${title} ${url}`,
  );
  const { fallback } = meta ?? {};
  return [
    ...sources,
    ...(fallback === undefined ? [] : [`  * ${texts.fallback(fallback.from, fallback.reason)}`]),
    ...(meta?.partial === true ? [`  * ${texts.partial}`] : []),
  ].map(safeText);
}

/** One step of a plan in a line. */
export function stepLine(step: PlanStep): string {
  return `  - ${step.type}: ${safeText(contentOf(step))}`;
}

function contentOf(step: PlanStep): string {
  if (step.type === 'clarify') return step.questions.join(' ');
  return step.type === 'answer' ? step.style : `${step.query} (top ${step.topK})`;
}
