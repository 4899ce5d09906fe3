/** The present activity, as facts. */
export type Phase =
  | { readonly kind: 'checking'; readonly by: string; readonly attempt: number }
  | { readonly kind: 'planning'; readonly count: number }
  | { readonly kind: 'fixing'; readonly number: number; readonly of: number | null }
  | { readonly kind: 'waiting-for-lock'; readonly seconds: number };
