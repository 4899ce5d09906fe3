import { resolve } from 'node:path';
import { type Verification, verifyApprovedText } from '@kanmon/content-cards';
import { mergeApproved } from '@kanmon/content-cards/audit';
import { readApprovalDocument } from '@kanmon/content-cards/legacy';
import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { DeckError } from '../deck-error.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { openDeck } from '../open-deck.ts';
import { readJson, readText } from '../read-text.ts';

/** Name of the spec with the approved content in it. */
const mergedFile = 'spec_approved.json';
const specSchema = z.record(z.string(), z.unknown());

/** `--content-approved`: an approved file, held against the journal, goes into the spec. */
export async function useApproved(
  context: CliContext,
  approvedPath: string,
  specPath: string | undefined,
): Promise<CommandResult> {
  const { directory, deckId, say } = context;
  const path = resolve(directory, approvedPath);
  const text = readText(path, context);
  const read = readApprovalDocument(text);
  if (!read.ok) {
    const places = read.issues.map(({ field, issue }) => `${field} ${issue}`);
    throw new DeckError(
      say(
        `${path} は承認文書ではありません: ${places.join('、')}`,
        `${path} is no approval document: ${places.join(', ')}`,
      ),
      { code: 'validation_error', exitCode: exitCodes.usage, details: places },
    );
  }
  const open = read.value.slides.flatMap(({ id, status }) => (status === 'approved' ? [] : [id]));
  if (open.length > 0) {
    throw new DeckError(
      say(
        `承認されていないスライドがあります: ${open.join(', ')}`,
        `slides are not approved: ${open.join(', ')}`,
      ),
      { code: 'not_approved', exitCode: exitCodes.notApproved, details: open },
    );
  }
  const approvedFile = 'content_approved.json';
  const plan = planOutputs(context, {
    files: [
      ...(path === resolve(directory, approvedFile) ? [] : [approvedFile]),
      ...(specPath === undefined ? [] : [mergedFile]),
    ],
    inputs: specPath === undefined ? [path] : [path, specPath],
  });
  const deck = await openDeck(context, { mode: 'read' });
  try {
    const proof = await verifyApprovedText(text, deck.service.history({ spec_id: deckId }));
    if (!proof.ok) return failedProof(proof, context);
    const spec =
      specPath === undefined
        ? null
        : specSchema.parse(readJson(resolve(directory, specPath), context));
    const merged = spec === null ? null : mergeApproved(spec, read.value);
    const updated = merged?.updated ?? [];
    const others =
      merged === null
        ? []
        : [[plan.pathOf(mergedFile), `${JSON.stringify(merged.spec, null, 2)}\n`] as const];
    const files = await writeOutputs(context, deck, plan, {
      approved: read.value,
      updated,
      others,
    });
    return {
      data: { slides: proof.checked, updated, warnings: merged?.warnings ?? [], files },
      lines: [
        ...(merged?.warnings ?? []).map(({ code, slide_id }) => `! ${slide_id}: ${code}`),
        say(
          `承認済み ${proof.checked} 枚を確かめました。スペックに反映: ${updated.length} 枚`,
          `${proof.checked} approved slides verified; ${updated.length} put into the spec`,
        ),
      ],
    };
  } finally {
    await deck.close();
  }
}

/** The result of a document that is not what was approved. */
export function failedProof(
  { checked, findings }: Verification,
  { say }: CliContext,
): CommandResult {
  return {
    data: { checked, findings },
    lines: [
      say('承認されたものと違います', 'this is not what was approved'),
      ...findings.map(({ code, path, params }) =>
        `  ${code}  ${path}  ${params['slide_id'] ?? ''}`.trimEnd(),
      ),
    ],
    exitCode: exitCodes.verifyFailed,
  };
}
