import { resolve } from 'node:path';
import { verifyApproved } from '@kanmon/content-cards';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { openDeck } from '../open-deck.ts';
import { readJson } from '../read-text.ts';
import { failedProof } from './use-approved.ts';

/** `deck verify [file]`: is this, byte for byte, what was approved? */
export async function verify(
  context: CliContext,
  path = 'content_approved.json',
): Promise<CommandResult> {
  const { directory, deckId, say } = context;
  const document = readJson(resolve(directory, path), context);
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const proof = await verifyApproved(document, deck.service.history({ spec_id: deckId }));
    if (!proof.ok) return failedProof(proof, context);
    const { checked } = proof;
    return {
      data: { checked, findings: [] },
      lines: [
        say(`${checked} 枚は承認されたとおりです`, `${checked} slides are as they were approved`),
      ],
    };
  } finally {
    await deck.close();
  }
}
