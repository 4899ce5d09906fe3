/** One level of a logger: an object with an optional message, or only a message. */
export type LogMethod = (entry: object | string, message?: string) => void;

/** The four levels Kanmon writes to. A pino logger and `console` both fit. */
export interface Logger {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

const ignore: LogMethod = () => undefined;

/** Writes nothing; the default everywhere a logger may be passed. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Returns a logger whose errors, and promises that reject, are ignored: a warning has no other place to go. */
export function quietLogger(logger: Logger): Logger {
  const quiet =
    (level: keyof Logger): LogMethod =>
    (...given) => {
      try {
        const returned: unknown = logger[level](...given);
        if (returned instanceof Promise) returned.catch(() => undefined);
      } catch {
        // Logging must not end a run, nor a process.
      }
    };
  return {
    debug: quiet('debug'),
    info: quiet('info'),
    warn: quiet('warn'),
    error: quiet('error'),
  };
}

/** The console of the runtime, in whose absence (bare engines) nothing is logged. */
export function globalConsole(): Logger {
  const found: unknown = Reflect.get(globalThis, 'console');
  return isLogger(found) ? found : silentLogger;
}

function isLogger(value: unknown): value is Logger {
  return typeof Reflect.get(Object(value), 'warn') === 'function';
}
