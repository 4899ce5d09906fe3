/** When a slow server answers: after the time limit of a test, so that a test that waits for it fails. */
export const lateMs = 60_000;
