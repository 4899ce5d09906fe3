import { globalConsole, type Logger, quietLogger } from '../ports/logger.ts';

/**
 * Returns a listener that cannot end a run: its first error, or the first promise of it that rejects, is a warning. A
 * logger that fails is ignored.
 */
export function createListener<Arguments extends readonly unknown[]>(
  name: string,
  listener: ((...given: Arguments) => unknown) | undefined,
  logger: Logger = globalConsole(),
): (...given: Arguments) => void {
  let hasFailed = false;
  const warn = (error: unknown): void => {
    if (!hasFailed)
      quietLogger(logger).warn({ error }, `${name} failed; the run goes on without it`);
    hasFailed = true;
  };
  return (...given) => {
    try {
      const returned = listener?.(...given);
      if (returned instanceof Promise) returned.catch(warn);
    } catch (error) {
      warn(error);
    }
  };
}
