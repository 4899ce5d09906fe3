import { KanmonError } from './kanmon-error.ts';

/** Why a lease is no longer current. */
export type FencedReason = 'taken-over' | 'released' | 'unknown';

const explanations: Readonly<Record<FencedReason, string>> = {
  'taken-over': 'another owner took it over',
  released: 'it was released',
  unknown: 'this store never gave it',
};

/** The lease that fences an append or a renewal is no longer current; nothing was written. */
export class FencedError extends KanmonError {
  static override readonly errorName: string = 'FencedError';

  readonly reason: FencedReason;
  readonly resource: string;

  constructor(details: { readonly resource: string; readonly reason: FencedReason }) {
    const { resource, reason } = details;
    super(
      `the lease on ${JSON.stringify(resource)} is not current: ${explanations[reason]}; acquire it again before writing`,
      { code: 'fenced' },
    );
    this.resource = resource;
    this.reason = reason;
  }
}
