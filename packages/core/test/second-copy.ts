import { registerHooks } from 'node:module';

const sources = new URL('../src/', import.meta.url).href;

/** Loads an entry of this package again, as if it were installed twice: no module of the two copies is shared. */
export async function secondCopy(entry: string): Promise<unknown> {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isCopied = context.parentURL?.endsWith('?copy') && found.url.startsWith(sources);
      return isCopied ? { ...found, url: `${found.url}?copy` } : found;
    },
  });
  try {
    return await import(`${import.meta.resolve(entry)}?copy`);
  } finally {
    hooks.deregister();
  }
}
