import { EventStoreError } from '@kanmon/core';

/** Throws `store-invalid-option` for options of `createFileEventStore` that make no sense. */
export function checkFileOptions(options: {
  readonly directory: unknown;
  readonly segmentBytes: number;
  readonly readOnly: boolean;
  readonly salvage: boolean;
}): void {
  const { directory, segmentBytes, readOnly, salvage } = options;
  if (typeof directory !== 'string' || directory === '' || directory.includes('\0')) {
    throw invalid('expected the path of a directory; pass a string that is not empty');
  }
  if (!Number.isSafeInteger(segmentBytes) || segmentBytes < 1) {
    throw invalid(`expected segmentBytes to be a whole number of bytes, got ${segmentBytes}`);
  }
  if (salvage && !readOnly) {
    throw invalid('salvage only reads what is left; set readOnly: true with it');
  }
}

function invalid(message: string): EventStoreError {
  return new EventStoreError(message, { code: 'store-invalid-option' });
}
