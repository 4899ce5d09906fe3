import { dirname, join, resolve } from 'node:path';
import type { CardView } from '@kanmon/content-cards';
import { convertAnalysis } from '@kanmon/content-cards/analysis';
import type { LlmClient } from '@kanmon/core';
import { writeDeckFiles } from '@kanmon/content-cards/legacy';
import * as z from 'zod';
import { createProviderClient } from '@kanmon/example-shared/provider-client';
import type { CliContext } from '../cli-context.ts';
import { cardLines } from '../card-lines.ts';
import type { CommandResult } from '../command-result.ts';
import { DeckError } from '../deck-error.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { valueOf } from '../explain-error.ts';
import { reviewAtTerminal } from '../interactive-review.ts';
import { type OpenDeck, openDeck } from '../open-deck.ts';
import { readJson } from '../read-text.ts';

const reviewOptionsSchema = z.object({
  llm: z.boolean().default(false),
  interactive: z.boolean().default(true),
  analysis: z.string().optional(),
  spec: z.string().optional(),
});

/** `deck review`: rules, and with `--llm` the model, look at the cards; at a terminal a person decides on each. */
export async function review(
  context: CliContext,
  ids: readonly string[],
  options: unknown,
): Promise<CommandResult> {
  const { llm, interactive, analysis, spec } = reviewOptionsSchema.parse(options);
  const analyzed = analysis === undefined ? undefined : readAnalysis(context, analysis, spec);
  const plan = planOutputs(context, {
    files: analyzed === undefined ? [] : [analyzed.path],
    inputs: [analysis, spec].filter((path) => path !== undefined),
  });
  const model = llm ? await reviewModel(context) : undefined;
  const deck = await openDeck(context, {
    mode: 'write',
    ...(model === undefined ? {} : { llm: model }),
  });
  try {
    const reviewed = await reviewAll(context, deck, ids, llm);
    if (interactive && context.isInteractive) await reviewAtTerminal(context, deck, reviewed);
    const files = await writeOutputs(
      context,
      deck,
      plan,
      analyzed === undefined
        ? {}
        : { analysisPath: analyzed.path, others: [[analyzed.path, analyzed.content]] },
    );
    const failed = reviewed.filter(({ ai_review }) => ai_review?.retry === true);
    return {
      data: { cards: reviewed, failed: failed.map(({ slide_id }) => slide_id), files },
      lines:
        interactive && context.isInteractive
          ? []
          : reviewed.flatMap((card) => [...cardLines(card, context.say), '']),
      exitCode: failed.length === 0 ? exitCodes.done : exitCodes.ai,
    };
  } finally {
    await deck.close();
  }
}

async function reviewAll(
  context: CliContext,
  deck: OpenDeck,
  ids: readonly string[],
  llm: boolean,
): Promise<readonly CardView[]> {
  const { deckId, output, say, signal } = context;
  const cards = valueOf(await deck.service.listCards({ spec_id: deckId }), say, deckId);
  const wanted =
    ids.length > 0
      ? ids
      : cards.flatMap(({ slide_id, status }) => (status === 'approved' ? [] : [slide_id]));
  const progress = output.progress(wanted.length);
  const reviewed: CardView[] = [];
  try {
    for (const id of wanted) {
      signal.throwIfAborted();
      reviewed.push(
        valueOf(await deck.service.reviewCard(deck.refTo(id), { llm }, deck.caller()), say, id),
      );
      progress.step(id);
    }
  } finally {
    progress.end();
  }
  return reviewed;
}

/** A second opinion needs a real model: the mock only drafts. */
async function reviewModel({ environment, say }: CliContext): Promise<LlmClient> {
  const client = await createProviderClient(environment);
  if (client !== undefined) return client;
  throw new DeckError(
    say(
      'モデルが設定されていません。KANMON_LLM_PROVIDER を設定してください',
      'no model is configured; set KANMON_LLM_PROVIDER',
    ),
    { code: 'missing-configuration', exitCode: exitCodes.ai },
  );
}

/** The analyzer's output in the form of the review engine, with its path beside it. */
function readAnalysis(
  context: CliContext,
  analysis: string,
  spec: string | undefined,
): { readonly path: string; readonly content: string } {
  const { directory, clock, say, output } = context;
  if (spec === undefined) {
    throw new DeckError(
      say('--analysis には --spec も必要です', '--analysis needs --spec as well'),
      { code: 'usage', exitCode: exitCodes.usage },
    );
  }
  const path = resolve(directory, analysis);
  const converted = convertAnalysis(
    readJson(path, context),
    readJson(resolve(directory, spec), context),
    {
      clock,
      onReport(_, { dropped_issues, dropped_fixes }) {
        if (dropped_issues + dropped_fixes > 0)
          output.note(
            say(
              `解析結果のうち、指摘 ${dropped_issues} 件と修正 ${dropped_fixes} 件は使えません`,
              `${dropped_issues} issues and ${dropped_fixes} fixes of the analysis cannot be used`,
            ),
          );
      },
    },
  );
  const [file = ['', '']] = writeDeckFiles({ deck: {}, analysis: converted });
  return { path: join(dirname(path), file[0]), content: file[1] };
}
