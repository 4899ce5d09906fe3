import type { AnswerRequest, SearchHit } from '@kanmon/multistep-planner';
import { describe, expect, it } from 'vitest';
import { answerFromPassages } from '../src/index.ts';

const hits: readonly SearchHit[] = [
  {
    id: 'fee',
    title: '送料はいくらですか',
    text: '梱包は無料です。送料は北海道が900円です。点数が増えても変わりません。',
  },
  {
    id: 'wash',
    title: 'フライパンの洗い方',
    text: 'まず、お湯で洗います。次に、火で乾かします。最後に、油を塗ります。',
  },
  { id: 'size', title: 'サイズ', text: '重さは約1.4キロです。' },
];

function request(part: Partial<AnswerRequest>): AnswerRequest {
  return {
    message: '',
    language: 'ja',
    style: 'faq',
    includeSources: true,
    queries: [],
    hits,
    history: [],
    ...part,
  };
}

describe('an answer stitched from passages', () => {
  it('quotes the sentences that were asked for, in their order, with the source', () => {
    expect(
      answerFromPassages(request({ message: '点数が増えたら送料は', queries: ['点数 送料'] })),
    ).toEqual({
      text: '送料は北海道が900円です。点数が増えても変わりません。 [1]',
      sourceIds: ['fee'],
    });
  });

  it('takes the passage whose title is the very question', () => {
    const far = { id: 'far', title: '送料の話', text: '送料の送料です。' };
    const question = request({ message: '送料は、いくらですか？', queries: ['送料'] });
    expect(answerFromPassages({ ...question, hits: [far, ...hits] }).sourceIds).toEqual(['fee']);
  });

  it('numbers a passage of steps', () => {
    const { text } = answerFromPassages(
      request({ style: 'step_by_step', queries: ['フライパン 洗い'] }),
    );
    expect(text).toBe(
      '1. まず、お湯で洗います。\n2. 次に、火で乾かします。\n3. 最後に、油を塗ります。 [1]',
    );
  });

  it('answers each query, and names the one it cannot answer', () => {
    const { text, sourceIds } = answerFromPassages(
      request({ queries: ['北海道 送料', 'プレゼント 値段', 'サイズ'] }),
    );
    expect(sourceIds).toEqual(['fee', 'size']);
    expect(text).toMatch(
      / \[1\]\n\n重さは約1\.4キロです。 \[2\]\n\n「プレゼント 値段」については/u,
    );
  });

  it('names a passage once that answers two queries, and marks nothing without sources', () => {
    expect(
      answerFromPassages(request({ queries: ['送料', '北海道 送料'], includeSources: false })),
    ).toMatchObject({ text: expect.not.stringContaining('[1]'), sourceIds: ['fee'] });
  });

  it('compares English words without their endings and keeps decimals whole', () => {
    const answer = answerFromPassages(
      request({
        language: 'en',
        message: 'Do you wrap gifts?',
        queries: ['wrap gifts'],
        hits: [
          { id: 'noise', title: 'Wrapped blades', text: 'Wrap the blade in cardboard.' },
          { id: 'gift', title: 'Gift wrapping', text: 'Wrapping weighs 1.4 kg. It is paper.' },
        ],
      }),
    );
    expect(answer).toEqual({
      text: 'Wrapping weighs 1.4 kg. It is paper. [1]',
      sourceIds: ['gift'],
    });
  });

  it('offers help where nothing was asked', () => {
    expect(answerFromPassages(request({ message: 'ありがとう', hits: [] }))).toEqual({
      text: 'ほかにも気になることがありましたら、お尋ねください。',
      sourceIds: [],
    });
  });

  it('reports in the language of the user that there is no answer', () => {
    const nothing = { queries: ['zeppelin'], hits: [], language: 'en' } as const;
    expect(answerFromPassages(request(nothing))).toEqual({
      text: 'The FAQ has no answer to that.',
      sourceIds: [],
    });
  });
});
