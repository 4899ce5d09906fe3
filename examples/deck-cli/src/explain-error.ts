import {
  ContentImportError,
  DraftConfigurationError,
  type ServiceError,
  type ServiceErrorCode,
  type ServiceResult,
} from '@kanmon/content-cards';
import { EventStoreError, InvalidArgumentError, KanmonError, LlmError } from '@kanmon/core';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { CommanderError } from 'commander';
import * as z from 'zod';
import { DeckError } from './deck-error.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { Say } from './say.ts';

/** A description of an error, for people and for programs. */
export interface Explanation {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly details: readonly string[];
}

const aiCodes: ReadonlySet<string> = new Set([
  'missing-configuration',
  'unknown-provider',
  'provider-package-missing',
]);

/** Any error as an exit code, a stable code and one line of text. */
export function explainError(error: unknown): Explanation {
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  const code = KanmonError.isInstance(error) ? error.code : 'unexpected';
  const explained = (exitCode: ExitCode) => ({ exitCode, code, message, details: [] });
  if (error instanceof DeckError)
    return { exitCode: error.exitCode, code, message, details: error.details };
  if (error instanceof CommanderError)
    return {
      exitCode: exitCodes.usage,
      code: 'usage',
      message: withoutPrefix(message),
      details: [],
    };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const option = `--${String(issue?.path[0] ?? '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return {
      exitCode: exitCodes.usage,
      code: 'usage',
      message: `${option}: ${issue?.message ?? ''}`,
      details: [],
    };
  }
  if (error instanceof ContentImportError) return explained(exitCodes.import);
  if (
    error instanceof DraftConfigurationError ||
    UsageError.isInstance(error) ||
    InvalidArgumentError.isInstance(error)
  )
    return explained(exitCodes.usage);
  if (LlmError.isInstance(error) || aiCodes.has(code)) return explained(exitCodes.ai);
  if (EventStoreError.isInstance(error)) return explained(exitCodes.failed);
  return { ...explained(exitCodes.failed), message: `${code}: ${message}` };
}

function withoutPrefix(message: string): string {
  return message.replace(/^error: /, '');
}

/** The value of a call of the service; throws `DeckError` for a refusal. */
export function valueOf<T>(result: ServiceResult<T>, say: Say, subject = ''): T {
  if (result.ok) return result.value;
  const { code, details } = result.error;
  throw new DeckError(
    [subject, messageOf(result.error, say)].filter((part) => part !== '').join(': '),
    {
      code,
      exitCode: exitCodeByRefusal[code] ?? exitCodes.usage,
      details: details.map(({ field, issue }) => `${field} ${issue}`),
    },
  );
}

/** Refusals that are no mistake of the command line. */
const exitCodeByRefusal: Partial<Readonly<Record<ServiceErrorCode, ExitCode>>> = {
  conflict: exitCodes.conflict,
  already_exists: exitCodes.conflict,
  content_hash_mismatch: exitCodes.conflict,
  autofix_stale: exitCodes.conflict,
  precondition_failed: exitCodes.conflict,
  grade_blocks_approval: exitCodes.notApproved,
  not_approved: exitCodes.notApproved,
  storage_error: exitCodes.failed,
};

/** Refusals as the person at the terminal meets them. */
const refusals: Partial<Readonly<Record<ServiceErrorCode, readonly [ja: string, en: string]>>> = {
  not_found: ['見つかりません', 'there is no such deck or card'],
  conflict: ['カードの今の状態ではできません', 'the card is in a state that does not allow this'],
  already_exists: ['カードがすでにあります', 'cards exist already'],
  content_hash_mismatch: [
    '内容が、指定されたものと違います',
    'the card holds something other than what was named',
  ],
  precondition_failed: [
    '見たあとに変更されています。deck show で確かめてください',
    'the card was changed meanwhile; look at it with deck show',
  ],
  autofix_stale: [
    'その修正案は今の内容に当てはまりません',
    'the fix does not fit the card any more',
  ],
  grade_blocks_approval: [
    '評価が C のため承認できません。指摘を直してください',
    'the grade C blocks the approval; mend what the review names',
  ],
  not_approved: ['承認されていないカードがあります', 'cards are not approved'],
};
/** Their details are the ids of cards; those of others are fields. */
const namesCards: ReadonlySet<ServiceErrorCode> = new Set(['already_exists', 'not_approved']);

function messageOf({ code, message, details }: ServiceError, say: Say): string {
  const text = refusals[code];
  const places = details.map(({ field, issue }) =>
    namesCards.has(code) ? field : `${field} (${issue})`,
  );
  if (text === undefined)
    return say(message, [code.replaceAll('_', ' '), places.join(', ')].filter(Boolean).join(': '));
  return namesCards.has(code) ? `${say(...text)}: ${places.join(', ')}` : say(...text);
}
