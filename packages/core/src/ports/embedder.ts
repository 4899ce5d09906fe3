/** Turns texts into vectors of one length, in the order given. */
export interface Embedder {
  readonly dimensions: number;
  embed(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}
