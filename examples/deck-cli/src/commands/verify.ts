import { resolve } from 'node:path';
import { verifyApprovedText } from '@kanmon/content-cards';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { openDeck } from '../open-deck.ts';
import { notJson, readText } from '../read-text.ts';
import { failedProof } from './use-approved.ts';

/** `deck verify [file]`: is this, byte for byte, what was approved? */
export async function verify(
  context: CliContext,
  path = 'content_approved.json',
): Promise<CommandResult> {
  const { directory, deckId, say } = context;
  const file = resolve(directory, path);
  const text = readText(file, context);
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const proof = await verifyApprovedText(text, deck.service.history({ spec_id: deckId }));
    if (proof.findings.some(({ code }) => code === 'not_json')) throw notJson(file, context);
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
