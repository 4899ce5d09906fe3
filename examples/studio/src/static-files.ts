import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file that is served as it is. */
interface StaticFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Files of a folder by address. They are read once, so no request reaches the file system. */
export type StaticFiles = (path: string) => Response | null;

/** Reads a folder. `basePath` is the address of its `index.html`; null when the folder is not there. */
export function readStaticFiles(folder: string, basePath: string): StaticFiles | null {
  const files = new Map<string, StaticFile>();
  let names: readonly string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const file = { body: new Uint8Array(readFileSync(join(folder, name))), type };
    files.set(`${basePath}/${name.replaceAll('\\', '/')}`, file);
    if (name === 'index.html') files.set(basePath === '' ? '/' : basePath, file);
  }
  return (path) => {
    const file = files.get(path);
    if (file === undefined) return null;
    // Vite puts the hash of a file into its name below /assets.
    const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    return new Response(file.body, {
      headers: { 'content-type': file.type, 'cache-control': cache },
    });
  };
}
