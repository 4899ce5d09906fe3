/** Runs work, and returns the rejections that nothing handled: each of them would end the process. */
export async function unhandledRejections(work: () => PromiseLike<unknown>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const notice = (error: unknown): void => {
    unhandled.push(error);
  };
  process.on('unhandledRejection', notice);
  try {
    await work();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  } finally {
    process.off('unhandledRejection', notice);
  }
  return unhandled;
}
