import { readRuleResult, type RuleJob, type RuleResult } from './rule-result.ts';

/** Time for the code of the user. */
const limitMs = 1000;
/** Time for the sandbox to load its script, which is on this machine already. */
const loadMs = 15_000;

/** Scripts may come from the sandbox itself only, and nothing else may be loaded from anywhere. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}' blob:; worker-src blob:`;

/** Starts the worker with the script and hands it the job and the port for the result. */
const starter = `addEventListener('message', ({ data, ports }) => {
  const script = new Blob([data.script], { type: 'text/javascript' });
  new Worker(URL.createObjectURL(script)).postMessage(data.job, [ports[0]]);
}, { once: true });`;

/**
 * Runs rules in a worker inside a frame of an opaque origin: the code reaches no page, no storage and no network. The
 * frame is removed with the first result or at the end of the time, and its worker ends with it.
 */
export async function runRule(job: RuleJob): Promise<RuleResult> {
  const { default: script } = await import('virtual:rule-runner');
  const frame = document.createElement('iframe');
  const { port1: port, port2 } = new MessageChannel();
  const nonce = crypto.randomUUID();
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.title = 'sandbox';
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policyOf(nonce)}"><script nonce="${nonce}">${starter}</script>`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<RuleResult>((resolve) => {
      const giveUpAfter = (ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ status: 'late' }), ms);
      };
      let isStarted = false;
      port.addEventListener('message', ({ data }) => {
        if (isStarted) resolve(readRuleResult(data));
        else giveUpAfter(limitMs);
        isStarted = true;
      });
      port.start();
      // An opaque origin has no name to address, and the frame holds nothing but the starter.
      frame.addEventListener('load', () =>
        frame.contentWindow?.postMessage({ script, job }, '*', [port2]),
      );
      giveUpAfter(loadMs);
      document.body.append(frame);
    });
  } finally {
    clearTimeout(timer);
    port.close();
    frame.remove();
  }
}
