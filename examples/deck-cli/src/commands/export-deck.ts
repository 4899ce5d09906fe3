import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { valueOf } from '../explain-error.ts';
import { openDeck } from '../open-deck.ts';

const exportOptionsSchema = z.object({ only: z.enum(['all', 'approved']).default('all') });

/** `deck export`: the approved document with the files around it. */
export async function exportDeck(context: CliContext, options: unknown): Promise<CommandResult> {
  const { only } = exportOptionsSchema.parse(options);
  const { deckId, say } = context;
  const plan = planOutputs(context, { files: ['content_approved.json'] });
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const { document } = valueOf(
      await deck.service.exportApproved({ spec_id: deckId, only }),
      say,
      deckId,
    );
    const files = await writeOutputs(context, deck, plan, { approved: document });
    return {
      data: { slides: document.slides.length, files },
      lines: [
        say(
          `承認済み ${document.slides.length} 枚を書き出しました`,
          `${document.slides.length} approved slides exported`,
        ),
        ...files.map((path) => `  ${path}`),
      ],
    };
  } finally {
    await deck.close();
  }
}
