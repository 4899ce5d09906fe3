import type { JsonSchema } from '@kanmon/core';
import type { CheckedInput } from '../run/read-run-input.ts';

/** Sentences of one role's prompt in one language. */
export interface PromptTexts {
  readonly role: string;
  readonly dataNotice: string;
  readonly data: string;
  readonly shape: string;
  readonly example: string;
  readonly rules: string;
  readonly ruleList: readonly string[];
  readonly answer: string;
}

/** The nodes that are shown, the focus first when there are too many, and how many are not. */
function shownNodes(
  { placed, focus }: CheckedInput,
  maxNodes: number,
): { readonly lines: readonly object[]; readonly hidden: number } {
  const ordered =
    placed.length > maxNodes
      ? [
          ...placed.filter(({ node }) => node.id === focus?.id),
          ...placed.filter(({ node }) => node.id !== focus?.id),
        ].slice(0, maxNodes)
      : placed;
  return {
    lines: ordered.map(({ node, tray }) => ({
      id: node.id,
      title: node.title,
      ...(node.status === undefined ? {} : { status: node.status }),
      tray,
    })),
    hidden: placed.length - ordered.length,
  };
}

/** Everything that comes from the user or the board, one JSON value a line. */
export function dataLines(input: CheckedInput, maxNodes: number): readonly object[] {
  const { lines, hidden } = shownNodes(input, maxNodes);
  const { focus, userIntent, constraints } = input;
  return [
    ...lines.map((node) => ({ node })),
    ...(hidden > 0 ? [{ nodes_not_shown: hidden }] : []),
    ...(lines.length === 0 ? [{ nodes: [] }] : []),
    ...(focus === null ? [] : [{ focus_node_id: focus.id }]),
    ...(userIntent === null ? [] : [{ user_intent: userIntent }]),
    ...constraints.map((constraint) => ({ constraint })),
  ];
}

/** The parts in the order in which a model reads them. */
export function joinPrompt(
  texts: PromptTexts,
  parts: { readonly data: string; readonly schema: JsonSchema; readonly example: object },
): string {
  return [
    `${texts.data}\n${texts.dataNotice}\n${parts.data}`,
    `${texts.shape}\n${JSON.stringify(parts.schema)}`,
    `${texts.example}\n${JSON.stringify(parts.example)}`,
    `${texts.rules}\n${texts.ruleList.map((rule) => `- ${rule}`).join('\n')}`,
    texts.answer,
  ].join('\n\n');
}
