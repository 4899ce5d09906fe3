/** A card of a deck. */
export interface CardRef {
  readonly spec_id: string;
  readonly slide_id: string;
}
