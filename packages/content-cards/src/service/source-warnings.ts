import type * as z from 'zod';
import { checkBy } from '../model/check.ts';
import { fieldIssue } from '../model/field-issue.ts';
import { type Caller, checkCaller, keyedCall, newEvents, replayOf } from './caller.ts';
import type { PlannedEvent } from './card-change.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import type { SourceWarningsRequest } from './requests.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/** How many warnings were written down. */
export interface RecordedWarnings {
  readonly recorded: number;
}

/**
 * Writes the warnings of an import into the log of a deck, so that people can decide to read the
 * source again. Actor and time are those of the call, whatever the entries say: nobody writes the
 * log in another's name.
 */
export async function recordSourceWarnings(
  store: DeckStore,
  schema: z.ZodType<SourceWarningsRequest>,
  request: unknown,
  caller: Caller,
): Promise<ServiceResult<RecordedWarnings>> {
  const refused = checkCaller(caller, ['cards:write']);
  if (refused !== null) return refused;
  const checked = checkBy(schema, request);
  if (!checked.ok) return refuse('validation_error', checked.issues);
  const { spec_id, log } = checked.value;
  const wrong = log.flatMap(({ action }, index) =>
    action === 'source_warning' ? [] : [fieldIssue(['log', index, 'action'], 'unknown_value')],
  );
  if (wrong.length > 0) return refuse('validation_error', wrong);
  const events: PlannedEvent[] = log.map(({ slide_id, notes = '' }) => ({
    type: 'source-warning-recorded',
    data: { slide_id, notes },
  }));
  const body = log.map(({ slide_id, notes = '' }) => ({ slide_id, notes }));
  const call = keyedCall(caller, 'source-warnings', spec_id, body);
  const answer = (): RecordedWarnings => ({ recorded: log.length });
  return store.change(spec_id, (deck): Decision<RecordedWarnings> => {
    if (deck.version === 0) return refuse('not_found', [fieldIssue(['spec_id'], 'unknown_value')]);
    const replay = replayOf(deck, call);
    if (typeof replay === 'number') return { ok: true, events: [], answer, replayOf: replay };
    return replay ?? { ok: true, events: newEvents(events, caller, call), answer };
  });
}
