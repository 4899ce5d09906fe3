import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { DeckError } from '../deck-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { draft } from './draft.ts';
import { importContent } from './import-content.ts';
import { useApproved } from './use-approved.ts';

const modeSchema = z.object({
  contentSource: z.array(z.string()).optional(),
  contentApproved: z.string().optional(),
});

/** Starts drafting by default; `--content-source` and `--content-approved` switch modes and exclude each other. */
export function startMode(
  context: CliContext,
  spec: string | undefined,
  options: unknown,
): Promise<CommandResult> {
  const { contentSource, contentApproved } = modeSchema.parse(options);
  const { say } = context;
  const usage = (ja: string, en: string) =>
    new DeckError(say(ja, en), { code: 'usage', exitCode: exitCodes.usage });
  if (contentSource !== undefined && contentApproved !== undefined) {
    throw usage(
      '--content-source と --content-approved は同時に使えません',
      '--content-source and --content-approved exclude each other',
    );
  }
  if (contentApproved !== undefined) return useApproved(context, contentApproved, spec);
  if (contentSource !== undefined && spec !== undefined)
    throw usage(
      '--content-source のときスペックは使いません',
      'with --content-source there is no spec',
    );
  if (contentSource !== undefined) return importContent(context, contentSource, options);
  if (spec === undefined)
    throw usage(
      'スペックを指定してください: deck draft spec.json',
      'name a spec: deck draft spec.json',
    );
  return draft(context, spec, options);
}
