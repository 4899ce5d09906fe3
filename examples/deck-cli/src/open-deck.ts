import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, type ContentService, createContentService } from '@kanmon/content-cards';
import { createMemoryEventStore, type EventStore, type LlmClient } from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createDeckReviewer } from '@kanmon/example-shared/deck-reviewer';
import type { CliContext } from './cli-context.ts';
import { choosePolicy, readPolicies } from './policy.ts';

/** Folder of the journal in the working directory. */
export const journalFolder = '.deck';

/** The deck of a working directory, opened for one run. */
export interface OpenDeck {
  readonly service: ContentService;
  readonly store: EventStore;
  /** The caller of the next request. */
  caller(): Caller;
  refTo(slideId: string): { readonly spec_id: string; readonly slide_id: string };
  close(): Promise<void>;
}

/** Options for opening a deck. */
export interface OpenOptions {
  /** `read` creates no journal when none exists. */
  readonly mode: 'read' | 'write';
  /** The source text of new cards. */
  readonly source?: string;
  /** Asked by `review --llm`. */
  readonly llm?: LlmClient;
}

/** Opens the journal of the working directory under its policy. */
export async function openDeck(context: CliContext, options: OpenOptions): Promise<OpenDeck> {
  const { directory, deckId, actor, clock, ids, locale, output, say } = context;
  const { mode, source, llm } = options;
  const { safeguards } = choosePolicy(readPolicies(context), context);
  const path = join(directory, journalFolder);
  const store =
    mode === 'read' && !existsSync(path)
      ? createMemoryEventStore({ clock })
      : await createFileEventStore(path, {
          clock,
          readOnly: mode === 'read',
          onRepair: ({ damaged, file, offset }) => {
            // A damaged piece may be a change that a crash cut off.
            if (damaged > 0) {
              output.note(
                say(
                  `履歴の最後に、書きかけの部分があります（${file} の ${offset} バイト目から）`,
                  `the history ends in a piece that was not written whole (${file}, byte ${offset})`,
                ),
              );
            }
          },
        });
  const words = safeguards.prohibited_keywords;
  const reviewer = createDeckReviewer({ locale, clock, words, source, llm });
  return {
    store,
    service: createContentService({ store, clock, reviewer }),
    caller: () => ({ actor, requestId: ids.next('deck') }),
    refTo: (slide_id) => ({ spec_id: deckId, slide_id }),
    close: () => store.close(),
  };
}
