import type { RequiredTerms } from '../vocabulary/terms.ts';
import { settleTerms } from './settle-terms.ts';

/** One set of terms from several; of equal terms the first wins, and nothing is dropped. */
export function mergeRequiredTerms(...parts: readonly RequiredTerms[]): RequiredTerms {
  const items = parts.flatMap((part) => part.items);
  const merged = settleTerms(
    items,
    items.length,
    {
      source: parts[0]?.source ?? 'custom',
      language: parts[0]?.language ?? 'other',
    },
    parts.flatMap((part) => part.warnings),
  );
  return { ...merged, truncated: parts.some((part) => part.truncated) };
}
