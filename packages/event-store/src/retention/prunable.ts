import { EventStoreError, VersionConflictError } from '@kanmon/core';
import {
  checkId,
  checkOptions,
  type Decision,
  type HistoryView,
  removedError,
} from '@kanmon/core/kit';
import { invalidOption } from '../history/option-error.ts';

/** Options of `removeStream`. */
export interface RemoveStreamOptions {
  /** The version that the stream must still have: that of the archived copy. */
  readonly expectedVersion: number;
  /** The name of the archived copy; stored for ever beside the head. 1-1,024 UTF-8 bytes. */
  readonly archivedAs: string;
}

/** The head that a removed stream leaves behind. */
export interface RemovedStream {
  readonly streamId: string;
  readonly version: number;
  readonly hash: string;
  readonly archivedAs: string;
}

/** A store that can remove the events of a stream, on request only. */
export interface Prunable {
  /**
   * Removes the events of a stream for good and keeps its head. Afterwards `append` and `read` on the stream reject
   * with `store-removed`, and `readAll` and `listStreams` leave it out.
   * @throws {VersionConflictError} The stream has another version.
   */
  removeStream(streamId: string, options: RemoveStreamOptions): Promise<void>;
  /** Lists the heads of the removed streams, in code-unit order of their ids. */
  listRemoved(options?: { readonly prefix?: string }): AsyncIterable<RemovedStream>;
}

/** A removal, as it is written and read back. */
export interface RemoveChange extends RemovedStream {
  readonly kind: 'remove';
  readonly at: string;
}

/** The checked input of `removeStream`. */
export interface RemoveRequest extends RemoveStreamOptions {
  readonly streamId: string;
}

/** Returns true for the error of a stream whose events were removed. */
export function isRemoved(error: unknown): boolean {
  return EventStoreError.isInstance(error) && error.code === 'store-removed';
}

/** UTF-8 bytes of the name of an archived copy. */
const archiveNameBytes = 1024;

/** Checks the input of `removeStream`. @throws {EventStoreError} `store-invalid-option` or `store-invalid-id`. */
export function checkRemoval(streamId: string, options: RemoveStreamOptions): RemoveRequest {
  checkOptions(options, 'expectedVersion archivedAs', 'removeStream(streamId, options)');
  const { expectedVersion, archivedAs } = options;
  if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 1) {
    throw invalidOption(
      'expectedVersion must be the version of the archived copy, a whole number of at least 1',
    );
  }
  const bytes = typeof archivedAs === 'string' ? new TextEncoder().encode(archivedAs).length : 0;
  if (bytes < 1 || bytes > archiveNameBytes || /[\p{Cc}\p{Cs}]/u.test(archivedAs)) {
    throw invalidOption(
      `archivedAs must name the archived copy in 1 to ${archiveNameBytes} bytes without control characters`,
    );
  }
  return { streamId: checkId(streamId, 'stream id'), expectedVersion, archivedAs };
}

/** Decides the removal of a stream that still has the archived version. */
export function decideRemove(
  view: HistoryView,
  request: RemoveRequest,
  now: Date,
): Decision<undefined, RemoveChange> {
  const { streamId, expectedVersion, archivedAs } = request;
  const head = view.head(streamId);
  if (head?.archivedAs !== undefined) throw removedError(streamId, head.archivedAs);
  if (head === undefined || head.version !== expectedVersion) {
    const actualVersion = head?.version ?? 0;
    throw new VersionConflictError({ streamId, expectedVersion, actualVersion });
  }
  const { version, hash } = head;
  const at = now.toISOString();
  return { result: undefined, change: { kind: 'remove', at, streamId, version, hash, archivedAs } };
}
