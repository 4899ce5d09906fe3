import { type Clock, InvalidArgumentError, systemTimer } from '@kanmon/core';
import { describeValue, openCallBounds } from '@kanmon/core/kit';
import type { FixLoopPorts } from './types.ts';

/** Ends the node whose port took the whole time budget; `guard` makes it the end of the loop. */
export class PortTimeUp extends Error {}

/** Reasons for which the call of a port may end early. */
interface PortBounds {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Most milliseconds of one call; null = no limit. */
  readonly limitMs: () => number | null;
}

/** Throws when a port is missing that the loop calls in any case. */
export function checkPorts(ports: FixLoopPorts | undefined): void {
  // Without types they may be missing; without this check the loop would fail in its middle.
  const { check, plan, apply, manuscripts } = ports ?? {};
  const { read, write } = manuscripts ?? {};
  const needed = { check, plan, apply, 'manuscripts.read': read, 'manuscripts.write': write };
  for (const [name, port] of Object.entries(needed)) {
    if (typeof port === 'function') continue;
    throw new InvalidArgumentError(
      `expected options.ports.${name} as a function, got ${describeValue(port)}; the loop calls check, plan, apply, manuscripts.read and manuscripts.write`,
    );
  }
}

/**
 * Returns the ports so that an abort and the time limit end a call even if the port does not listen. The time of a
 * person who confirms is not limited.
 */
export function boundPorts(ports: FixLoopPorts, bounds: PortBounds): FixLoopPorts {
  const { signal, clock } = bounds;
  const call = async <T>(
    limitMs: number | null,
    work: (signal: AbortSignal) => T | Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted();
    const deadline = limitMs === null ? undefined : clock.now().getTime() + limitMs;
    const watch = openCallBounds({
      provider: 'a port',
      signal,
      deadline,
      clock,
      timer: systemTimer,
    });
    const inner = watch.signal;
    try {
      return await watch.race(async () => work(inner));
    } catch (error) {
      signal.throwIfAborted();
      if (inner.aborted) throw new PortTimeUp('a port took the whole time budget');
      throw error;
    } finally {
      watch.close();
    }
  };
  const limited = <T>(work: (inner: AbortSignal) => T | Promise<T>): Promise<T> =>
    call(bounds.limitMs(), work);

  const { confirm, isToolAvailable, artifacts } = ports;
  return {
    check: (input) => limited((inner) => ports.check({ ...input, signal: inner })),
    plan: (input) => limited((inner) => ports.plan({ ...input, signal: inner })),
    apply: (input) => limited((inner) => ports.apply({ ...input, signal: inner })),
    manuscripts: {
      read: (hash) => limited(() => ports.manuscripts.read(hash)),
      write: (text) => limited(() => ports.manuscripts.write(text)),
    },
    ...(confirm && { confirm: (pending) => call(null, () => confirm.call(ports, pending)) }),
    ...(isToolAvailable && {
      isToolAvailable: (toolId) => limited(() => isToolAvailable.call(ports, toolId)),
    }),
    ...(artifacts && {
      artifacts: { write: (hash, text) => limited(() => artifacts.write(hash, text)) },
    }),
  };
}
