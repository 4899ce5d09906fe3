/**
 * Speed of the planner as ratios within one run, median and spread of interleaved rounds: a rule plan
 * against JSON.parse and schema of a 2 KB plan; a dialog turn against a three-node LangGraph graph
 * with its MemorySaver; the plan gate on mutated output and on 1 MB of hostile text.
 * Run: node --conditions=@kanmon/source benchmarks/src/planner-speed.ts
 */
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import {
  createDialogAgent,
  parsePlan,
  planByRules,
  planSchema,
  type SearchTool,
} from '@kanmon/multistep-planner';

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

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;

async function compare(
  name: string,
  calls: number,
  ours: () => unknown,
  theirs: () => unknown,
): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await time(calls, ours);
    const other = await time(calls, theirs);
    if (round > 1) ratios.push(one / other);
  }
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(`${name}: ${median(ratios).toFixed(2)}x (${spread})`);
}

await compare(
  `rule plan (${message.length} characters, 10 messages) against JSON.parse + planSchema of ${planText.length} characters`,
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
  'a dialog turn, memory store, against a three-node LangGraph graph with MemorySaver',
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
const p99 = quickest.toSorted((left, right) => left - right)[Math.floor(mutants.length * 0.99)]!;
console.log(`plan gate on ${mutants.length} cut and fenced plans: p99 ${p99.toFixed(2)} ms`);

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
  const ratio = (two / one).toFixed(2);
  console.log(`plan gate on ${JSON.stringify(unit)}: twice the input takes ${ratio}x the time`);
}
