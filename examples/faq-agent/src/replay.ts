import type { EventStore, JsonValue } from '@kanmon/core';
import { canonicalJson, contentHash } from '@kanmon/core/json';
import { verifyStream } from '@kanmon/event-store';
import { shopRules } from '@kanmon/example-shared';
import { replayDialog } from '@kanmon/multistep-planner';
import * as z from 'zod';
import { safeJson, safeText } from '@kanmon/example-shared/safe-text';
import { UsageError } from '@kanmon/example-shared/usage-error';
import type { Command } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';
import { openHistory } from './open-store.ts';

/** One dialog, run again. */
export interface ReplayedDialog {
  readonly session: string;
  readonly turns: number;
  readonly events: number;
  /** Every hash of the journal fits. */
  readonly chain: boolean;
  /** The journal led to its own answers, byte for byte. */
  readonly equal: boolean;
  /** Content hash of the answers as they were recorded, and as they were made again. */
  readonly recorded: string;
  readonly replayed: string;
  /** The first difference. */
  readonly difference?: string;
}

const prefix = 'dialog/default/';
const completedSchema = z.object({ response: z.json() });

/** Runs every dialog of a history again and reports the journals that lead to their recorded answers. */
export async function replay(
  command: Extract<Command, { readonly name: 'replay' }>,
  output: { write(text: string): unknown },
): Promise<number> {
  const store = await openHistory(command.data);
  try {
    const dialogs: ReplayedDialog[] = [];
    for await (const { streamId } of store.listStreams({ prefix })) {
      const session = streamId.slice(prefix.length);
      if (command.session !== undefined && command.session !== session) continue;
      const dialog = await replayStream(store, streamId);
      dialogs.push(dialog);
      output.write(`${command.json ? safeJson(dialog) : safeText(lineOf(dialog))}\n`);
    }
    if (dialogs.length === 0) {
      throw new UsageError(
        command.session === undefined
          ? `there is no dialog in ${command.data}`
          : `there is no dialog ${command.session} in ${command.data}`,
      );
    }
    const isWhole = dialogs.every(({ equal, chain }) => equal && chain);
    return isWhole ? exitCodes.done : exitCodes.failed;
  } finally {
    await store.close();
  }
}

async function replayStream(store: EventStore, streamId: string): Promise<ReplayedDialog> {
  const events = await Array.fromAsync(store.read(streamId));
  const { ok, responses, difference } = await replayDialog(events, shopRules);
  const recorded = events
    .filter(({ type }) => type === 'turn-completed')
    .map(({ data }) => completedSchema.parse(data).response);
  const made: JsonValue = z.json().parse(JSON.parse(JSON.stringify(responses)));
  return {
    session: streamId.slice(prefix.length),
    turns: recorded.length,
    events: events.length,
    chain: (await verifyStream(store, streamId)).ok,
    equal: ok && canonicalJson(recorded) === canonicalJson(made),
    recorded: contentHash(recorded),
    replayed: contentHash(made),
    ...(difference === undefined
      ? {}
      : { difference: `turn ${difference.turn} at "${difference.path}"` }),
  };
}

const shownDigits = 19;

function lineOf({
  session,
  turns,
  events,
  chain,
  equal,
  replayed,
  difference,
}: ReplayedDialog): string {
  const verdict = equal ? 'byte-equal' : `DIFFERENT (${difference ?? 'in number'})`;
  const hashes = chain ? 'chain whole' : 'CHAIN BROKEN';
  return `${session}: ${turns} turns, ${events} events, ${hashes}, ${verdict}, ${replayed.slice(0, shownDigits)}`;
}
