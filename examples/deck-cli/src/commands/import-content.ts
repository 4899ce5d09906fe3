import { resolve } from 'node:path';
import { importSources } from '@kanmon/content-cards';
import { createPdfjsEngine, createSofficeEngine } from '@kanmon/content-cards/pdf';
import { sourceOf, sourceTools } from '@kanmon/example-shared/content-sources';
import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { openDeck } from '../open-deck.ts';
import { storeCards } from '../store-cards.ts';

/** Options of everything that reads sources. */
export const importOptionsSchema = z.object({
  licensed: z.boolean().optional(),
  overflow: z.enum(['split', 'truncate', 'error']).default('split'),
  pdfEngine: z.enum(['pdfjs', 'soffice']).default('pdfjs'),
  allowAddress: z.array(z.string()).default([]),
  update: z.boolean().default(false),
});

/** `deck import`: sources become cards of the deck, all of them or none. */
export async function importContent(
  context: CliContext,
  sources: readonly string[],
  options: unknown,
): Promise<CommandResult> {
  const { licensed, overflow, pdfEngine, allowAddress, update } =
    importOptionsSchema.parse(options);
  const { directory, deckId, actor, locale, clock, signal, output, say } = context;
  const refs = sources.map((text) => {
    const ref = sourceOf(text, licensed);
    return ref.kind === 'file' ? { ...ref, path: resolve(directory, ref.path) } : ref;
  });
  const plan = planOutputs(context, {
    files: ['content_import_meta.json'],
    inputs: refs.flatMap((ref) => (ref.kind === 'file' ? [ref.path] : [])),
    takesOverDraft: true,
  });
  const progress = output.progress(sources.length);
  const engine = pdfEngine === 'pdfjs' ? createPdfjsEngine() : createSofficeEngine();
  const imported = await importSources(refs, {
    ...sourceTools({ allowAddresses: allowAddress, pdfEngine: engine }),
    overflow,
    locale,
    clock,
    signal,
    actor,
    spec_id: deckId,
    onEvent(event) {
      if (event.type === 'source-imported')
        progress.step(
          say(`${event.source}: ${event.items} 節`, `${event.source}: ${event.items} sections`),
        );
      if (event.type === 'source-retried')
        output.note(
          say(
            `${event.source}: もう一度試します（${event.code}）`,
            `${event.source}: trying again (${event.code})`,
          ),
        );
    },
  }).finally(() => progress.end());
  signal.throwIfAborted();

  const deck = await openDeck(context, { mode: 'write' });
  try {
    const { cards, provenance, warnings, meta, log } = imported;
    const stored = await storeCards(context, deck, cards, { update, provenance });
    const files = await writeOutputs(context, deck, plan, { importMeta: meta, importLog: log });
    return {
      data: { ...stored, warnings, files },
      lines: [
        ...warnings.map(({ source, message }) => `! ${source}: ${message}`),
        say(
          `${sources.length} 件の資料から、新しいカード ${stored.created.length} 枚、入れ替え ${stored.updated.length} 枚`,
          `${sources.length} sources: ${stored.created.length} new cards, ${stored.updated.length} updated`,
        ),
      ],
    };
  } finally {
    await deck.close();
  }
}
