import { onMounted, onUnmounted, ref, type Ref, watch } from 'vue';
import type { JobMessage, ToolName, Tools } from './tools.ts';

/** A pattern in a schema can backtrack for hours. Real inputs take below 0.1 s. */
const limitMs = 3000;
/** Time without typing before the work begins. */
const pauseMs = 150;

/** The state of a tool: its latest report, or the reason why there is no report. */
export type ToolState<Name extends ToolName> =
  | { readonly status: 'loading' | 'late' }
  | { readonly status: 'done'; readonly report: Tools[Name]['report'] }
  | { readonly status: 'failed'; readonly message: string };

/**
 * Runs a tool in a worker for each new input, one at a time. Work that takes longer than `limitMs` is ended with its
 * worker.
 */
export function useTool<Name extends ToolName>(
  tool: Name,
  input: () => Tools[Name]['input'],
): Ref<ToolState<Name>> {
  const state = ref<ToolState<Name>>({ status: 'loading' }) as Ref<ToolState<Name>>;
  let worker: Worker | null = null;
  let runs = false;
  let isStale = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    isStale = runs;
    if (runs) return;
    runs = true;
    worker ??= open();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage({ tool, input: input() });
  }

  function open(): Worker {
    const opened = new Worker(new URL('./tools-worker.ts', import.meta.url), { type: 'module' });
    opened.addEventListener('message', ({ data }: MessageEvent<JobMessage>) => {
      if (data.status === 'started') limit = setTimeout(() => finish({ status: 'late' }), limitMs);
      else finish(data);
    });
    opened.addEventListener('error', () => finish({ status: 'failed', message: '' }));
    return opened;
  }

  function finish(next: ToolState<Name>): void {
    clearTimeout(limit);
    if (next.status !== 'done') close();
    state.value = next;
    runs = false;
    if (isStale) run();
  }

  function close(): void {
    worker?.terminate();
    worker = null;
  }

  onMounted(run);
  watch(input, () => {
    clearTimeout(pause);
    pause = setTimeout(run, pauseMs);
  });
  onUnmounted(() => {
    clearTimeout(pause);
    clearTimeout(limit);
    close();
  });
  return state;
}
