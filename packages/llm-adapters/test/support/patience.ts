/** When a slow server answers: what waits for it, and does not end when it should, is told by the time. */
export const lateMs = 5000;

/** What ends within it did not wait for the server. Far more than it takes, because the machine may be busy. */
export const longBeforeMs = 2500;
