import { EventStoreError } from '@kanmon/core';
import { toQcCode } from '@kanmon/issue-tracker';
import { CommandProblem } from '../cli/problem.ts';
import { openWorkshop, type Workshop, type WorkshopOptions } from '../workshop/workshop.ts';
import type { CommandContext, CommandResult } from './command-context.ts';

/** Opens the working directory for a command that writes, and closes it whatever happens. */
export async function withWorkshop(
  context: CommandContext,
  body: (workshop: Workshop) => Promise<CommandResult>,
): Promise<CommandResult> {
  const workshop = await open(context, 'write');
  if (workshop === null) throw new CommandProblem({ kind: 'nothing-to-resume' });
  return closing(workshop, body);
}

/** The same for a command that only looks; without a working directory there is nothing to see. */
export async function withReader(
  context: CommandContext,
  body: (workshop: Workshop) => Promise<CommandResult>,
  nothing: () => CommandResult,
): Promise<CommandResult> {
  const workshop = await open(context, 'read');
  return workshop === null ? nothing() : closing(workshop, body);
}

async function closing(
  workshop: Workshop,
  body: (workshop: Workshop) => Promise<CommandResult>,
): Promise<CommandResult> {
  try {
    return await body(workshop);
  } finally {
    await workshop.close();
  }
}

async function open(
  { args }: CommandContext,
  mode: WorkshopOptions['mode'],
): Promise<Workshop | null> {
  try {
    return await openWorkshop(args.directory, {
      mode,
      by: args.by,
      lockSeconds: args.lockSeconds,
    });
  } catch (error) {
    if (!EventStoreError.isInstance(error)) throw error;
    const qcCode = toQcCode(error) ?? null;
    throw new CommandProblem({ kind: 'failed', detail: error.message, qcCode }, { cause: error });
  }
}
