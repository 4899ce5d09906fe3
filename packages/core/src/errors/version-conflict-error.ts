import { KanmonError } from './kanmon-error.ts';

/**
 * The stream is not at the version the writer expected, or the idempotency key was used for other events.
 * Nothing was written.
 */
export class VersionConflictError extends KanmonError {
  static override readonly errorName: string = 'VersionConflictError';

  readonly streamId: string;
  readonly expectedVersion: number;
  readonly actualVersion: number;
  /** The cause of the conflict: the version of the stream, or its idempotency key. */
  readonly reason: 'version' | 'key';

  constructor(details: {
    readonly streamId: string;
    readonly expectedVersion: number;
    readonly actualVersion: number;
    /** @default 'version' */
    readonly reason?: 'version' | 'key';
  }) {
    const { streamId, expectedVersion, actualVersion, reason = 'version' } = details;
    const stream = `stream ${JSON.stringify(streamId)}`;
    super(
      reason === 'version'
        ? `${stream} is at version ${actualVersion}, the append expected ${expectedVersion}; read what was added since and decide anew`
        : `${stream} has other events under this idempotency key; read them and decide anew, or use a new key for new events`,
      { code: 'version-conflict' },
    );
    this.reason = reason;
    this.streamId = streamId;
    this.expectedVersion = expectedVersion;
    this.actualVersion = actualVersion;
  }
}
