import { UsageError } from '@kanmon/example-shared/usage-error';

/** Returns the message of the usage error that ends the task; the text is another one when nothing was wrong. */
export async function usageErrorOf(task: () => Promise<void>): Promise<string> {
  try {
    await task();
  } catch (error) {
    if (UsageError.isInstance(error)) return error.message;
    throw error;
  }
  return 'nothing was wrong';
}
