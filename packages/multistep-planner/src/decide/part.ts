/** A clause or a sentence of a message. */
export interface Part {
  readonly text: string;
  /** Asks for something, and does not only set the scene. */
  readonly isRequest: boolean;
}
