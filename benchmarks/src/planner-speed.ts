/**
 * Speed of the planner as ratios within one run, median and spread of interleaved rounds: a rule plan
 * against JSON.parse and schema of a 2 KB plan; a dialog turn against a three-node LangGraph graph
 * with its MemorySaver; the plan gate on mutated output and on hostile text up to its limit.
 * pnpm bench planner-speed
 */
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import {
  createDialogAgent,
  parsePlan,
  planByRules,
  planSchema,
  type SearchTool,
} from '@kanmon/multistep-planner';
import { interleave, milliseconds, ratio, timeCalls } from './support/rounds.ts';
import { rounded, type Spread } from './support/spread.ts';
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

const ratios: Record<string, Spread> = {};

/** Time of `ours` over that of `theirs`, round by round. */
async function compare(
  name: string,
  calls: number,
  ours: () => unknown,
  theirs: () => unknown,
): Promise<void> {
  const samples = await interleave({ ours, theirs }, timeCalls(calls), { rounds, warmUpRounds: 2 });
  ratios[name] = ratio(samples, 'ours', 'theirs');
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
// A new session and a new thread for every turn, on both sides.
let [sessions, threads] = [0, 0];
await compare(
  'dialog turn / three-node LangGraph graph',
  60,
  () => agent.turn({ sessionId: `s${(sessions += 1)}`, message: '北海道への送料を教えてください' }),
  () =>
    graph.invoke({ message: '北海道 送料' }, { configurable: { thread_id: `t${(threads += 1)}` } }),
);

/** The quickest of several passes: what another process took is not the gate's. */
async function quickest(texts: readonly string[], passes: number): Promise<readonly number[]> {
  const times = texts.map(() => Infinity);
  for (let pass = 0; pass < passes; pass += 1) {
    for (const [index, text] of texts.entries()) {
      const time = await milliseconds(() => parsePlan(text, { input: { message } }));
      times[index] = Math.min(times[index] ?? time, time);
    }
  }
  return times;
}

const gateMs = (await quickest(mutants, 7)).toSorted((left, right) => left - right);

/** The ratio of two minima varies more than one minimum, so it needs more passes. */
const growthPasses = 61;
/** The time of twice the input over the time of the input; a text of more than 262,144 characters is refused unread. */
const growth: Record<string, number> = {};
for (const unit of ['[', '{"steps":[', '```json\n', '{"a":"b\\" ']) {
  const half = unit.repeat(Math.floor(125_000 / unit.length));
  const [one = Number.NaN, two = Number.NaN] = await quickest([half, half + half], growthPasses);
  growth[unit] = rounded(two / one);
}
writeResult('planner-speed', {
  peers: ['@langchain/langgraph', 'zod'],
  figures: {
    rounds,
    messageCharacters: message.length,
    planCharacters: planText.length,
    ratios,
    'plan gate on cut plans, p99 ms': rounded(gateMs[Math.floor(gateMs.length * 0.99)] ?? 0),
    growth,
  },
});
