/** Bodies of OpenAI's chat format, as small as they can be. */
export const chatAnswer = (content: string | null, more: Record<string, unknown> = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 0,
  model: 'test-model-1',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, refusal: null },
      finish_reason: 'stop',
      logprobs: null,
    },
  ],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
  ...more,
});

/** The same as an event stream, one chunk a delta. */
export const chatStream = (
  deltas: readonly string[],
  options: {
    readonly finish?: string | null;
    readonly done?: boolean;
    readonly usage?: boolean;
  } = {},
): string => {
  const { finish = 'stop', done = true, usage = true } = options;
  return [
    ...deltas.map((content) => chunk([{ index: 0, delta: { content }, finish_reason: null }])),
    ...(finish === null ? [] : [chunk([{ index: 0, delta: {}, finish_reason: finish }])]),
    ...(usage
      ? [chunk([], { usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } })]
      : []),
    ...(done ? ['data: [DONE]\n\n'] : []),
  ].join('');
};

function chunk(choices: readonly object[], more: object = {}): string {
  const body = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'test-model-1',
    choices,
    ...more,
  };
  return `data: ${JSON.stringify(body)}\n\n`;
}
