import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Desk, jsonHere, openDesk, type Report, runHere } from './support/desk.ts';

/** Sixteen characters in a row that both have: more than chance, so it is a quotation. */
const quotation = 16;

/** Three edits an author makes between two checks. */
function editByHand(desk: Desk): string {
  const before = desk.read('manuscript.ja.md');
  const after = [
    // Fixed by hand.
    ['感謝をを申し上げます', '感謝を申し上げます'],
    // Too long to be recognised as the same sentence.
    [
      '実際にはもっと多かったのかもしれません',
      '実際には日誌を書く余裕もないほど忙しかった日のほうがずっと長く続いていたし書き忘れた日もあったはずなのでもっと多かったのかもしれません',
    ],
    // New, with a slip.
    ['## 二 最初の計画', '数えたのは私です。数え方をを付録に書きました。\n\n## 二 最初の計画'],
  ].reduce((text, [from = '', to = '']) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, before);
  writeFileSync(desk.manuscript, after);
  return after;
}

const issueAbout = ({ issues }: Report, excerpt: string): Report['issues'][number] | undefined =>
  issues.find((issue) => issue.excerpt.includes(excerpt));
const idOf = (report: Report, excerpt: string): string | undefined =>
  issueAbout(report, excerpt)?.issue_id;
/** Lines that the edits put in before the finding that is followed. */
const newLines = 2;

it(
  'follows the findings of a chapter through an edit, a polish and a question',
  { timeout: 600_000 },
  async () => {
    const desk = openDesk('ja');
    const original = desk.read('manuscript.ja.md');
    const first = await jsonHere(desk, ['check', desk.manuscript]);
    expect(first.code).toBe(6);
    expect(first.json.counts.open).toBeGreaterThan(50);

    const edited = editByHand(desk);
    const second = await jsonHere(desk, ['check', desk.manuscript]);
    expect(second.json.counts).toEqual({
      open: first.json.counts.open,
      fresh: 1,
      resolved: 1,
      deferred: 0,
    });
    // The finding after the edits has moved and is still the same.
    const doubled = issueAbout(first.json, '道具のの中身');
    expect(doubled).toMatchObject({ line: 157, state: 'New' });
    expect(issueAbout(second.json, '道具のの中身')).toEqual({ ...doubled, line: 157 + newLines });
    const followed = doubled?.issue_id;
    expect(idOf(first.json, '数え方をを')).toBeUndefined();

    const asked = await jsonHere(desk, ['polish', desk.manuscript]);
    expect(asked.code).toBe(7);
    expect(asked.json.questions).toMatchObject([{ kind: 'alignment' }]);
    const [question] = asked.json.questions;
    expect(question?.issue_id).toBe(idOf(first.json, '実際にはもっと多かった'));
    const left = await jsonHere(desk, ['unresolved']);
    expect(left.json.questions).toHaveLength(1);

    const done = await jsonHere(desk, ['resume', '--decide', `${question?.issue_id}=approve`]);
    expect(done.code).toBe(6);
    const polished = desk.read('manuscript.ja.polished.md');
    for (const [slip, mended] of [
      ['道具のの中身', '道具の中身'],
      ['数え方をを', '数え方を付録'],
      ['ﾒﾓﾘとﾃﾞｨｽｸ', 'メモリとディスク'],
      ['見れませんが', '見られませんが'],
      ['知りませんでした\n', '知りませんでした。\n'],
    ] as const) {
      expect(edited).toContain(slip);
      expect(polished).not.toContain(slip);
      expect(polished).toContain(mended);
    }
    expect(polished).not.toContain('。。');
    // A sentence that needs a reader who understands is left as it was.
    expect(polished).toContain('一枚もなくなっていないと言えなくもないのです');

    const { json } = await jsonHere(desk, ['timeline']);
    const states = json.lives.map((life) => life.states.at(-1));
    expect(states.filter((state) => state === 'Resolved').length).toBeGreaterThanOrEqual(13);
    expect(json.lives.find(({ issue_id: id }) => id === followed)?.states.slice(0, 2)).toEqual([
      'New',
      'New',
    ]);

    // A period put in at the end of a line is seen as a change, so the finding is settled, not half settled.
    const period = json.lives.find(({ category }) => category === 'ja-no-mixed-period');
    expect(period?.states.at(-1)).toBe('Resolved');

    const journal = desk.journal();
    const texts = [original, edited, polished];
    const leaked = texts.flatMap((text) =>
      Array.from({ length: text.length - quotation }, (_, at) => text.slice(at, at + quotation)),
    );
    const known = new Set(
      Array.from({ length: journal.length - quotation }, (_, at) =>
        journal.slice(at, at + quotation),
      ),
    );
    expect(leaked.filter((run) => known.has(JSON.stringify(run).slice(1, -1)))).toEqual([]);
    expect(journal).not.toContain('佐伯');
  },
);

/** The lines of the README's output block appear in the output, in their order. */
it('prints what the README shows', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const shown = /```text\n(?<block>[\s\S]*?)```/u.exec(readme)?.groups?.['block'] ?? '';
  const desk = openDesk();
  const { output } = await runHere(desk, ['polish', desk.manuscript, '--lang', 'en']);
  const lines = output.replaceAll(desk.folder, '.../inputs').split('\n');
  const wanted = shown.split('\n').filter((line) => line !== '' && line !== '...');
  expect(wanted.length).toBeGreaterThan(4);
  let at = -1;
  for (const line of wanted) {
    at = lines.indexOf(line, at + 1);
    expect(at, line).not.toBe(-1);
  }
});
