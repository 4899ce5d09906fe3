import type { Job, JobMessage, ToolName, Tools } from './tools.ts';

type Run<Name extends ToolName> = (input: Tools[Name]['input']) => Tools[Name]['report'];

/** The packages of a tab load with its first job. */
const load: { readonly [Name in ToolName]: () => Promise<Run<Name>> } = {
  answer: async () => (await import('./answer.ts')).readAnswer,
  terms: async () => (await import('./terms.ts')).checkTerms,
  plan: async () => (await import('./plan.ts')).planMessage,
};

self.addEventListener('message', (event: MessageEvent<Job>) => {
  void work(event.data);
});

async function work<Name extends ToolName>({ tool, input }: Job<Name>): Promise<void> {
  try {
    const run: Run<Name> = await load[tool]();
    post({ status: 'started' });
    post({ status: 'done', report: run(input) });
  } catch (error) {
    post({ status: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function post(message: JobMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  self.postMessage(message);
}
