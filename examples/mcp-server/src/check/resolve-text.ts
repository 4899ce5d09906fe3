import { ManuscriptHashMismatchError, type SessionHandle } from '@kanmon/issue-tracker';
import { createManuscriptReader } from '@kanmon/issue-tracker/manuscript';
import type { ServerContext } from '../server/context.ts';
import { hashOf } from '../server/text-store.ts';

/** The manuscript as a call names it: the text itself, the hash of a text sent before, or both. */
export interface ManuscriptInput {
  readonly text?: string | undefined;
  readonly manuscript_hash?: string | undefined;
}

/**
 * The text of a call. A hash is looked up through issue-tracker's reader, and every try is in the
 * session's log. Throws `ManuscriptHashMismatchError` (QC-018) when text and hash disagree, and
 * `ManuscriptUploadPendingError` (QC-017) when the client has to send the text first.
 */
export async function resolveText(
  { texts, workflow }: ServerContext,
  handle: SessionHandle,
  input: ManuscriptInput,
  signal: AbortSignal,
): Promise<string> {
  const { text, manuscript_hash: hash } = input;
  if (text !== undefined) {
    if (hash === undefined || hash === hashOf(text)) return text;
    throw new ManuscriptHashMismatchError(
      'the text has another SHA-256 than manuscript_hash says; send the text that belongs to the hash, or leave the hash out',
      { manuscriptHash: hash },
    );
  }
  const reader = createManuscriptReader({
    sources: {
      fetch_artifact: (wanted) => Promise.resolve(texts.read(wanted)),
      // No person can be asked in the middle of a call: the answer reports that the text is missing.
      request_manual_upload: () => Promise.resolve(null),
    },
    // A text that is missing here does not appear by waiting, and the call holds the session.
    timer: { sleep: () => Promise.resolve() },
  });
  const answer = await reader.fetch(hash ?? '', { signal });
  await workflow.transaction(handle, (transaction) => {
    for (const attempt of answer.log) transaction.addFetchLog(attempt);
  });
  if (answer.ok) return answer.text;
  throw answer.error;
}
