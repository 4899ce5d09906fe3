/** The end of the message of a write whose outcome is unknown, whichever call it was. */
export const unknownOutcome =
  'the outcome is unknown: repeat an append that has an idempotency key, and look before you repeat anything else';
