export { createFileLoader, type FileLoaderOptions } from './node/file-loader.ts';
