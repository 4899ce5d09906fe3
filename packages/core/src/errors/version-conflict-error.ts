import { KanmonError, nameError } from './kanmon-error.ts';

/** The stream is not at the version the writer expected; nothing was written. */
export class VersionConflictError extends KanmonError {
  static {
    nameError(this, 'VersionConflictError');
  }

  readonly streamId: string;
  readonly expectedVersion: number;
  readonly actualVersion: number;

  constructor(details: {
    readonly streamId: string;
    readonly expectedVersion: number;
    readonly actualVersion: number;
  }) {
    const { streamId, expectedVersion, actualVersion } = details;
    super(
      `stream ${JSON.stringify(streamId)} is at version ${actualVersion}, the append expected ${expectedVersion}; read what was added since and decide anew`,
      { code: 'version-conflict' },
    );
    this.streamId = streamId;
    this.expectedVersion = expectedVersion;
    this.actualVersion = actualVersion;
  }
}
