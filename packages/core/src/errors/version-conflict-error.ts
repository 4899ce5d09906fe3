import { hasErrorMarker, KanmonError } from './kanmon-error.ts';

/** The stream is not at the version the writer expected; nothing was written. */
export class VersionConflictError extends KanmonError {
  override readonly name: string = 'VersionConflictError';
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

  static override isInstance(value: unknown): value is VersionConflictError {
    return hasErrorMarker(value) && value.code === 'version-conflict';
  }
}
