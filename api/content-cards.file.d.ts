export { createFileLoader };
