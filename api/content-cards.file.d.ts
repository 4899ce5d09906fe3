export type { FileLoaderOptions };
export { createFileLoader };
