export { createFileLoader } from './node/file-loader.ts';
