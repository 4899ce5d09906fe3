import { describe, expect, it } from 'vitest';
import { freshData, run, start } from './processes.ts';

describe('chat by a pipe', () => {
  it('writes plain lines: question, answer, sources; and what it asks back', async () => {
    const { code, stdout } = await run(
      ['chat'],
      '送料について教えてください\n沖縄です\n\nHow do I return an item?\n',
      {},
      true,
    );
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '質問: 送料について教えてください',
        '聞き返し: お届け先の地域（都道府県や国）はどちらですか？',
        '',
        '質問: 沖縄です',
        '回答: 送料は1回のご注文につき、本州・四国・九州が600円、北海道が900円、沖縄が1,200円です（税込）。ご注文の点数が増えても送料は変わりません。 [1]',
        '  [1] 送料はいくらですか https://shop.example/faq/shipping-fee',
        '',
        '質問: How do I return an item?',
        '回答: 1. First, choose the item and the reason in your order history on My Page to receive a return number.',
        '2. Next, put the item in its box with a note of the return number.',
        '3. Finally, send it to the address in the confirmation, with tracking. [1]',
        '  [1] How do I return an item? https://shop.example/faq/returns-steps',
        '',
        '',
      ].join('\n'),
    );
  });

  it('writes one response a line with --json, and its own words in the language asked for', async () => {
    const json = await run(['chat', '--json'], 'Can I cancel my order?\n');
    expect(JSON.parse(json.stdout)).toMatchObject({
      final: true,
      meta: { plannerSource: 'rule', sources: [{ id: 'order-cancel' }] },
    });
    const plain = await run(['chat', '--lang', 'en', '--verbose'], 'Can I cancel my order?\n');
    expect(plain.stdout).toMatch(
      /^Question: Can.*\nPlan \(rule\)\n {2}- search: cancel order \(top 8\)\n {2}- answer: faq\nAnswer: /,
    );
  });

  it('goes on after a failed turn, and reports it by its exit code', async () => {
    const { code, stdout } = await run(
      ['chat'],
      `${'長'.repeat(4001)}\n保証期間はどのくらいですか\n`,
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/答えられませんでした: .*4000/);
    expect(stdout).toContain('[1] 保証期間はどのくらいですか');
  });
});

describe('a chat that is kept', () => {
  it.each(['', '.sqlite'])('continues where it ended, and replays (%s)', async (ending) => {
    const data = `${freshData()}${ending}`;
    const kept = ['--data', data, '--session', 'aki'];
    const first = await run(['chat', ...kept], '北海道への送料はいくらですか？\n');
    expect(first.stderr).toBe('この対話の続きは --session aki で始められます。\n');

    const second = await run(['chat', ...kept, '--verbose'], 'じゃあ離島は？\n');
    expect(second.stdout).toContain('followup_search: 送料 離島');

    const replayed = await run(['replay', '--data', data]);
    expect(replayed).toMatchObject({ code: 0, stderr: '' });
    expect(replayed.stdout).toMatch(
      /^aki: 2 turns, 10 events, chain whole, byte-equal, sha256:[0-9a-f]{12}\n$/,
    );
  });

  it('is whole after Ctrl-C in the middle of a turn, and goes on from the turn before', async () => {
    const data = freshData();
    const kept = ['--data', data, '--session', 'aki'];
    await run(['chat', ...kept], '北海道への送料はいくらですか？\n');

    const crew = start(['crew', '--behave', 'slow', '--port', '0']);
    const url = (await crew.shows('\n')).trim();
    const slow = ['--mode', 'crew', '--crew-url', url, '--crew-timeout', '60000'];
    const chat = start(['chat', ...kept, ...slow]);
    chat.child.stdin.write('返品はいつまでできますか？\n');
    await chat.shows('質問: 返品');
    chat.child.kill('SIGINT');
    const interrupted = await chat.ended;
    crew.child.kill('SIGTERM');

    expect(interrupted.code).toBe(130);
    expect(interrupted.stdout).not.toContain('回答');
    expect((await crew.ended).code).toBe(0);
    expect((await run(['replay', '--data', data, '--json'])).stdout).toMatch(
      /"turns":1,.*"equal":true/,
    );
    const next = await run(['chat', ...kept], 'じゃあ離島は？\n');
    expect(next.stdout).toContain('shipping-islands');
  });
});

describe('a start that cannot be', () => {
  it.each([
    [['chat', '--lang', 'fr'], /^--lang is ja or en, got "fr"/],
    [['chat', '--data', '/nowhere/at/all'], /^\/nowhere\/at\/all cannot be opened: /],
    [['replay', '--data', '/nowhere'], /there is no history at \/nowhere/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
