import type * as z from 'zod';
import { type Caller, checkCaller, keyedCall, newEvents, replayOf } from './caller.ts';
import type { PlannedEvent } from './card-change.ts';
import { checkRef } from './card-operation.ts';
import type { Deck } from './deck.ts';
import { readBody, splitRequest } from './deck-request.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import { jsonOfBody } from './request-body.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/** Marks the present state of a deck with a name. */
export async function snapshot(
  store: DeckStore,
  schema: z.ZodType<{ readonly name?: string }>,
  request: { readonly spec_id: string },
  caller: Caller,
): Promise<ServiceResult<{ readonly version: number }>> {
  const refused = checkCaller(caller, ['cards:write']) ?? checkRef({ spec_id: request.spec_id });
  if (refused !== null) return refused;
  const { spec_id, body } = splitRequest(request);
  return store.change(spec_id, (deck): Decision<{ readonly version: number }> => {
    if (deck.version === 0) return refuse('not_found');
    const call = keyedCall(caller, 'snapshot', spec_id, jsonOfBody(body) ?? null);
    const replay = replayOf(deck, call);
    if (typeof replay === 'number')
      return { ok: true, events: [], answer: versionOf, replayOf: replay };
    if (replay !== null) return replay;
    const read = readBody(schema, body);
    if (!read.ok) return read;
    const event: PlannedEvent = { type: 'snapshot-taken', data: { name: read.value.name ?? null } };
    return { ok: true, events: newEvents([event], caller, call), answer: versionOf };
  });
}

function versionOf({ version }: Deck): { readonly version: number } {
  return { version };
}
