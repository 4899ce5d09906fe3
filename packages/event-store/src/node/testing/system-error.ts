/** An error as `node:fs` throws it. */
export function systemError(code: string, call: string, path = ''): Error & { code: string } {
  return Object.assign(new Error(`${code}: ${call} '${path}'`), { code });
}
