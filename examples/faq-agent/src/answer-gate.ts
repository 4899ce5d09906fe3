import { defineGate, defineRule } from '@kanmon/core/gate';
import type { AnswerRequest } from '@kanmon/multistep-planner';
import * as z from 'zod';

const statementSchema = z.object({
  text: z.string().trim().min(1).max(600),
  source: z.string(),
  quote: z.string().trim().min(1).max(600),
});

/** The schema of a model's answer: sentences, each with its source passage and the quoted words. */
export const modelAnswerSchema = z.object({ statements: z.array(statementSchema).max(8) });

/** The grounds for checking an answer. */
export type AnswerGrounds = Pick<AnswerRequest, 'message' | 'hits'>;

const grounded = defineRule({
  id: 'grounded',
  select: ['/statements/*'],
  needs: 'schema',
  messages: {
    'source-unknown': '"{source}" is none of the passages; cite one of them by its id',
    'quote-not-in-source':
      'the quote does not stand in "{source}"; copy it from there word by word',
    'number-not-in-source': '{number} stands neither in "{source}" nor in the question',
  },
  check({ text, source, quote }: Statement, { hits, message }: AnswerGrounds, report) {
    const hit = hits.find(({ id }) => id === source);
    if (hit === undefined) {
      report('source-unknown', { path: '/source', params: { source } });
      return;
    }
    const passage = `${hit.title ?? ''} ${hit.text}`;
    if (!folded(passage).includes(folded(quote))) {
      report('quote-not-in-source', { path: '/quote', params: { source } });
    }
    const known = new Set([...numbersOf(passage), ...numbersOf(message)]);
    const invented = numbersOf(text).find((number) => !known.has(number));
    if (invented !== undefined) {
      report('number-not-in-source', { path: '/text', params: { source, number: invented } });
    }
  },
});

/**
 * Lets a model's answer through only when each sentence cites a passage that was found, quotes it
 * accurately, and adds no number.
 */
export const answerGate = defineGate({
  name: 'faq_answer',
  schema: modelAnswerSchema,
  rules: [grounded],
});

type Statement = z.infer<typeof statementSchema>;

/** Width, case, spaces and thousands commas do not decide if a quote is true. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '')
    .replace(/\s+/gu, '');
}

function numbersOf(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(/(?<=\d),(?=\d{3}(?!\d))/gu, '');
  return plain.match(/\d+(?:\.\d+)?/gu) ?? [];
}
