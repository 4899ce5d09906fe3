/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { createTextlintChecker } from './textlint-checker.ts';

const settings = z
  .object({ language: z.enum(['ja', 'en']), fileName: z.string() })
  .parse(workerData);
const jobSchema = z.object({ id: z.number(), text: z.string() });
const lint = createTextlintChecker(settings.language, settings.fileName);

parentPort?.on('message', (message: unknown) => {
  const { id, text } = jobSchema.parse(message);
  lint(text).then(
    (findings) => parentPort?.postMessage({ id, findings }),
    (error: unknown) =>
      parentPort?.postMessage({ id, error: error instanceof Error ? error.message : 'unknown' }),
  );
});
