/**
 * The default export of a CommonJS module that was compiled from ES modules: Node gives it inside
 * `{ default }`, bundlers and test runners take it out.
 */
export function unwrapDefault<T extends object>(module: T | { readonly default: T }): T {
  return 'default' in module ? module.default : module;
}
