/**
 * Takes the condition `@kanmon/source` out of what is published: it points at `.ts` files, which Node refuses
 * to run in `node_modules`.
 *
 * @param {{ exports?: Record<string, string | Record<string, string>> }} manifest
 */
function beforePacking(manifest) {
  for (const target of Object.values(manifest.exports ?? {})) {
    if (typeof target === 'object') delete target['@kanmon/source'];
  }
  return manifest;
}

/** Hooks of pnpm. */
export const hooks = { beforePacking };
