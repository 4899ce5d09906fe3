import type { ImportWarning } from './source.ts';

/** What happens during an import. */
export type ImportEvent =
  | { readonly type: 'source-started'; readonly source: string }
  | {
      readonly type: 'source-retried';
      readonly source: string;
      readonly attempt: number;
      readonly delayMs: number;
      readonly code: string;
    }
  | {
      readonly type: 'source-loaded';
      readonly source: string;
      readonly hash: string;
      readonly bytes: number;
    }
  | { readonly type: 'source-imported'; readonly source: string; readonly items: number }
  | { readonly type: 'warning-found'; readonly warning: ImportWarning }
  | { readonly type: 'items-merged'; readonly items: number }
  | { readonly type: 'import-finished'; readonly cards: number }
  | {
      readonly type: 'content_import_error';
      readonly source: string;
      readonly code: string;
      readonly message: string;
      readonly attempts: number;
    };

export type EmitImportEvent = (event: ImportEvent) => void;

/** Tells a listener; one that fails is no reason to lose an import. */
export function createEmitter(listener: EmitImportEvent | undefined): EmitImportEvent {
  return (event) => {
    try {
      listener?.(event);
    } catch {
      // The import matters more than who watches it.
    }
  };
}
