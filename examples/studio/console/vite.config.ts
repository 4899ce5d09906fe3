import { defineConfig } from 'vite';

/** The console is served at the root of the studio. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, modulePreload: false },
});
