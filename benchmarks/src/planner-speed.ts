/**
 * Speed of the planner as ratios within one run, median and spread of interleaved rounds: a rule plan
 * against JSON.parse and schema of a 2 KB plan; a dialog turn against a three-node LangGraph graph
 * with its MemorySaver; the plan gate on mutated output and on 1 MB of hostile text.
 * pnpm build && pnpm --filter @kanmon/benchmarks planner-speed
 */
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import {
  createDialogAgent,
  parsePlan,
  planByRules,
  planSchema,
  type SearchTool,
} from '@kanmon/multistep-planner';
import { type Spread, spreadOf } from './support/quantiles.ts';
import { writeResult } from './support/write-result.ts';

const rounds = 15;

const message =
  '先日そちらで注文した赤い鋳物フライパンについてですが、北海道の実家にギフト包装をして送ってもらう場合の送料と、届くまでの日数、それから領収書を会社の宛名で発行してもらう方法を教えていただけますでしょうか。';
const history = Array.from({ length: 10 }, (_, index) =>
  index % 2 === 0
    ? ({ role: 'user', content: '北海道への送料はいくらですか？' } as const)
    : ({
        role: 'assistant',
        content: '北海道への送料は800円です。5,000円以上のご注文は無料です。',
      } as const),
);
const step = {
  type: 'search',
  query: '北海道 送料 ギフト包装 領収書 発行 方法 会社 宛名',
  topK: 8,
  description: '検索する。'.repeat(110),
};
const planText = JSON.stringify({
  steps: [1, 2, 3].map((number) => ({ id: `step_search_${number}`, ...step })),
  needsClarification: false,
  confidence: 'high',
  language: 'ja',
});
const mutants = Array.from(
  { length: 200 },
  (_, index) => planText.slice(0, planText.length - index * 3) + (index % 3 === 0 ? '```' : ''),
);

const search: SearchTool = {
  search: ({ query }) => Promise.resolve([{ id: 'doc', text: `${query}の答えです。` }]),
};

/** Microseconds a call. */
async function time(calls: number, run: () => unknown): Promise<number> {
  const started = performance.now();
  for (let call = 0; call < calls; call += 1) await run();
  return ((performance.now() - started) * 1000) / calls;
}

const ratios: Record<string, Spread> = {};

/** Time of `ours` over that of `theirs`, round by round; the first two warm up. */
async function compare(
  name: string,
  calls: number,
  ours: () => unknown,
  theirs: () => unknown,
): Promise<void> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await time(calls, ours);
    const other = await time(calls, theirs);
    if (round > 1) samples.push(one / other);
  }
  ratios[name] = spreadOf(samples);
}

await compare(
  'rule plan / JSON.parse + planSchema',
  300,
  () => planByRules({ message, history }),
  () => planSchema.parse(JSON.parse(planText)),
);

const State = Annotation.Root({
  message: Annotation<string>(),
  plan: Annotation<string>(),
  hits: Annotation<readonly string[]>(),
  answer: Annotation<string>(),
});
const graph = new StateGraph(State)
  .addNode('planner', (state) => ({ plan: state.message }))
  .addNode('retriever', async (state) => ({
    hits: (
      await search.search(
        { query: state.plan, topK: 8, language: 'ja' },
        { signal: new AbortController().signal, deadline: Infinity },
      )
    ).map(({ text }) => text),
  }))
  .addNode('answerer', (state) => ({ answer: state.hits[0] ?? '' }))
  .addEdge(START, 'planner')
  .addEdge('planner', 'retriever')
  .addEdge('retriever', 'answerer')
  .addEdge('answerer', END)
  .compile({ checkpointer: new MemorySaver() });
const agent = createDialogAgent({ search });
let turns = 0;
await compare(
  'dialog turn / three-node LangGraph graph',
  60,
  () => agent.turn({ sessionId: `s${(turns += 1)}`, message: '北海道への送料を教えてください' }),
  () => graph.invoke({ message: '北海道 送料' }, { configurable: { thread_id: `t${turns}` } }),
);

/** Of several passes the quickest of each text: what another process took is not the gate's. */
const quickest = mutants.map(() => Infinity);
for (let pass = 0; pass < 7; pass += 1) {
  mutants.forEach((text, index) => {
    const started = performance.now();
    parsePlan(text, { input: { message } });
    quickest[index] = Math.min(quickest[index]!, performance.now() - started);
  });
}
const gateMs = quickest.toSorted((left, right) => left - right);

/** How much longer twice the input takes, at the quickest of interleaved passes. */
const growth: Record<string, number> = {};
for (const unit of ['[', '{"steps":[', '```json\n', '{"a":"b\\" ']) {
  const half = unit.repeat(Math.floor(125_000 / unit.length));
  const run = (text: string): number => {
    const started = performance.now();
    parsePlan(text, { input: { message } });
    return performance.now() - started;
  };
  // Of interleaved passes the quickest of each length.
  let [one, two] = [Infinity, Infinity];
  for (let pass = 0; pass < rounds; pass += 1) {
    one = Math.min(one, run(half));
    two = Math.min(two, run(half + half));
  }
  growth[unit] = Number((two / one).toFixed(2));
}
writeResult('planner-speed', ['@langchain/langgraph', 'zod'], {
  rounds,
  messageCharacters: message.length,
  planCharacters: planText.length,
  ratios,
  'plan gate on cut plans, p99 ms': Number(
    (gateMs[Math.floor(gateMs.length * 0.99)] ?? 0).toFixed(2),
  ),
  growth,
});
