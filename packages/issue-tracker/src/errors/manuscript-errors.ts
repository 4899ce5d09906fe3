import { KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';
import type { IssueErrorOptions } from './issue-errors.ts';

/** Which manuscript could not be had. */
export interface ManuscriptErrorOptions extends IssueErrorOptions {
  readonly manuscriptHash?: string;
}

/** No source knows the hash. QC-015. */
export class ManuscriptCacheMissError extends KanmonError {
  static {
    nameError(this, 'ManuscriptCacheMissError');
  }

  readonly manuscriptHash: string | undefined;

  constructor(message: string, options: ManuscriptErrorOptions = {}) {
    const { manuscriptHash, ...rest } = options;
    super(message, { code: 'issue-manuscript-miss', ...rest });
    this.manuscriptHash = manuscriptHash;
  }
}

/** A source failed or did not answer in time. QC-016. */
export class ManuscriptStorageError extends KanmonError {
  static {
    nameError(this, 'ManuscriptStorageError');
  }

  readonly manuscriptHash: string | undefined;

  constructor(message: string, options: ManuscriptErrorOptions = {}) {
    const { manuscriptHash, ...rest } = options;
    super(message, { code: 'issue-manuscript-storage', ...rest });
    this.manuscriptHash = manuscriptHash;
  }
}

/** The user was asked to upload the manuscript and has not yet. QC-017. */
export class ManuscriptUploadPendingError extends KanmonError {
  static {
    nameError(this, 'ManuscriptUploadPendingError');
  }

  readonly manuscriptHash: string | undefined;

  constructor(message: string, options: ManuscriptErrorOptions = {}) {
    const { manuscriptHash, ...rest } = options;
    super(message, { code: 'issue-manuscript-pending', ...rest });
    this.manuscriptHash = manuscriptHash;
  }
}

/** A source gave another text than the one asked for. QC-018. */
export class ManuscriptHashMismatchError extends KanmonError {
  static {
    nameError(this, 'ManuscriptHashMismatchError');
  }

  readonly manuscriptHash: string | undefined;

  constructor(message: string, options: ManuscriptErrorOptions = {}) {
    const { manuscriptHash, ...rest } = options;
    super(message, { code: 'issue-manuscript-hash-mismatch', ...rest });
    this.manuscriptHash = manuscriptHash;
  }
}
