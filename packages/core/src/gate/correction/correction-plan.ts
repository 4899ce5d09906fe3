import type { Finding } from '../../vocabulary/finding.ts';

/** Options for the correction of a rejected answer. */
export interface CorrectionOptions {
  /** `auto`: a patch where it is small against the whole, else a new answer. @default 'auto' */
  readonly mode?: 'auto' | 'patch' | 'full';
  /** Ask for the rest of an answer that was cut off. @default true */
  readonly continueTruncated?: boolean;
  /** Lines that help the model: allowed ids, an example. They go into the prompt as they are. */
  readonly hints?: (findings: readonly Finding[]) => readonly string[];
}

/** The correction that the next attempt asks for. */
export type CorrectionPlan =
  | {
      readonly mode: 'patch';
      /** `matchPointer` patterns of the places that the patch may write. */
      readonly editable: readonly string[];
      readonly prompt: string;
    }
  | { readonly mode: 'full'; readonly prompt: string }
  | {
      readonly mode: 'continue';
      /** The text that the answer is joined to. */
      readonly prefix: string;
      readonly prompt: string;
    };
