import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { NotGatedError } from '@kanmon/core';
import type { Gated } from '@kanmon/core/gate';
import {
  advisorGate,
  type AdvisorReport,
  organizerGate,
  type OrganizerReport,
  renderAdvisor,
  renderOrganizer,
  toDiffs,
  toPayload,
} from '../src/index.ts';
import { samples } from '../src/testing.ts';
import { hostileStrings } from './hostile-strings.ts';

function organizerReport(summary: string, title = '目次'): Gated<OrganizerReport> {
  const nodes = ['n1', 'n2'];
  const verdict = organizerGate.validate(
    {
      decomposition_proposals: [
        {
          target_node_id: 'n1',
          target_title: title,
          reason: title,
          suggested_children: [
            { title, context: title, suggested_status: 'READY' },
            { title: 'b', context: title },
          ],
        },
      ],
      grouping_proposals: [{ group_label: title, reason: title, node_ids: nodes }],
      relation_proposals: [
        { from_node_id: 'n1', to_node_id: 'n2', relation_type: title, reason: title },
      ],
      summary,
    },
    { validNodeIds: nodes },
  );
  if (!verdict.ok) throw new Error(verdict.errors.join());
  return verdict.value;
}

function advisorReport(text: string): Gated<AdvisorReport> {
  const option = {
    label: text,
    description: text,
    pros: [text],
    cons: [text],
    next_action: text,
    necessary_info: text,
    criteria_note: text,
    risks: [text],
  };
  const verdict = advisorGate.validate(
    {
      target_node_id: 'n1',
      target_title: text,
      current_status: text,
      options: [option, option],
      criteria: [{ name: text, description: text }],
      next_decision: text,
      summary: text,
    },
    { validNodeIds: ['n1'] },
  );
  if (!verdict.ok) throw new Error(verdict.errors.join());
  return verdict.value;
}

const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: false });
const renderers = {
  marked: (text: string): string => marked.parse(text, { async: false, gfm: true }),
  'markdown-it': (text: string): string => markdownIt.render(text),
};

const ours: ReadonlySet<string> = new Set([
  'h1',
  'h2',
  'h3',
  'p',
  'ul',
  'li',
  'strong',
  '/h1',
  '/h2',
  '/h3',
  '/p',
  '/ul',
  '/li',
  '/strong',
]);

function elementsOf(html: string): readonly string[] {
  return Array.from(html.matchAll(/<([^>\s]*)[^>]*>/g), ([, name = '']) => name);
}

describe.each(['marked', 'markdown-it'] as const)('markdown through %s', (name) => {
  const html = renderers[name];
  const plain = {
    organizer: elementsOf(html(renderOrganizer(organizerReport('plain', 'plain')))),
    advisor: elementsOf(html(renderAdvisor(advisorReport('plain')))),
  };

  it('has over 200 hostile strings', () => {
    expect(new Set(hostileStrings).size).toBeGreaterThan(200);
  });

  it.each(hostileStrings)('shows %j literally', (text) => {
    const organizer = elementsOf(html(renderOrganizer(organizerReport(text, text))));
    const advisor = elementsOf(html(renderAdvisor(advisorReport(text))));
    // The same elements in the same order as for a harmless word: nothing was added or swallowed.
    expect(organizer).toEqual(plain.organizer);
    expect(advisor).toEqual(plain.advisor);
    expect(organizer.every((element) => ours.has(element))).toBe(true);
  });

  it('shows every character of punctuation literally', () => {
    const text = '\\`*_{}[]<>()#+-.!|~&="\':;$%^,?';
    const shown = html(renderOrganizer(organizerReport(text)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');
    expect(shown).toContain(`<p>${text}</p>`);
  });
});

describe('rendered reports', () => {
  it('of the samples have this form', () => {
    for (const { id, role, valid, context } of samples) {
      const gate = role === 'organizer' ? organizerGate : advisorGate;
      expect(gate.validate(valid, context).ok).toBe(true);
      expect(renderSample(id, 'ja')).toMatch(/[^\n]\n$/);
    }
    expect(renderSample('O2', 'ja')).toMatchInlineSnapshot(`
      "# 整理の提案

      提案書は 2 段階に分けられそうです。まず目次の案から始める方法があります。

      ## 分解の提案

      ### 提案書を書く \\(n1\\)

      **理由**：構成と本文では必要な集中の種類が異なり、分けると着手しやすくなります。

      - 目次の案を作る: 章立てと各章の要点を箇条書きにする
      - 本文の下書き: 目次に沿って 1 章ずつ書く \\(READY\\)
      "
    `);
    expect(renderSample('A1', 'en')).toMatchInlineSnapshot(`
      "# 外注の見積もりを承認する

      見積もりの扱いには 2 つの進め方があり、納期と費用で条件が分かれます。

      - **Target**: n1
      - **Current status**: NEEDS\\_DECISION
      - **To decide first**: 納期と費用のどちらを優先するかを決める

      ## Criteria

      - 納期: いつまでに着手したいか
      - 費用: 今期の予算に収まるか

      ## Options

      ### A案: 現在の金額で承認する

      見積もりの内容を変えずに発注へ進む。

      - **Pros**: 来週から着手できる
      - **Cons**: 予算の残りが少なくなる
      - **Next action**: 承認の返信を送り、発注書を作る
      - **Necessary information**: 今期の予算の残額
      - **When it fits**: 納期を優先するときに向く
      - **Risks**: 追加の費用が出たときに予算を超える

      ### B案: 範囲を分けて再見積もりを頼む

      前半の作業だけを先に見積もってもらう。

      - **Pros**: 支出を 2 回に分けられる
      - **Cons**: 着手が 1 週間ほど遅れる
      - **Next action**: 作業の範囲を分けた一覧を相手に送る
      - **Necessary information**: 先に終えたい作業の範囲
      - **When it fits**: 費用を抑えるときに向く
      - **Risks**: 全体では割高になるおそれがある
      "
    `);
    expect(renderSample('A4', 'ja')).toMatchInlineSnapshot(`
      "# 検討する案

      対象のノードがないため、比べる案はまだありません。
      "
    `);
  });

  it('are the same bytes for the same report', () => {
    expect(renderSample('A5', 'ja')).toBe(renderSample('A5', 'ja'));
  });

  it('put a value on one line, without controls', () => {
    const text = renderOrganizer(organizerReport('a\r\n\n  b\u2028c\u202ed\u0007e\u0000'), {
      format: 'text',
    });
    expect(text).toContain('a b cde\n');
  });

  it('as text have no added backslash', () => {
    const text = renderOrganizer(organizerReport('[a](b) *c* #1'), { format: 'text' });
    expect(text).toContain('[a](b) *c* #1');
  });

  it('show titles beside ids', () => {
    const report = organizerReport('s');
    const titles = { n1: '_提案_', n2: '<b>' };
    expect(renderOrganizer(report, { titles })).toContain(String.raw`\_提案\_ \(n1\)`);
    expect(renderOrganizer(report, { format: 'text', titles })).toContain('<b> (n2)');
    expect(renderOrganizer(report, { titles: {} })).toContain('- n1');
  });

  it('leave empty sections out', () => {
    const verdict = organizerGate.validate(
      { decomposition_proposals: [], grouping_proposals: [], relation_proposals: [], summary: 's' },
      { validNodeIds: [] },
    );
    if (!verdict.ok) throw new Error('did not pass');
    expect(renderOrganizer(verdict.value)).toBe('# Proposals\n\ns\n');
  });

  it('refuse another format', () => {
    const format = 'html' as 'text';
    expect(() => renderOrganizer(organizerReport('s'), { format })).toThrow(/'markdown' or 'text'/);
  });
});

function renderSample(id: string, locale: 'ja' | 'en'): string {
  const sample = samples.find((one) => one.id === id);
  if (sample === undefined) throw new Error(id);
  if (sample.role === 'organizer') {
    const verdict = organizerGate.validate(sample.valid, sample.context);
    if (verdict.ok) return renderOrganizer(verdict.value, { locale });
  }
  const verdict = advisorGate.validate(sample.valid, sample.context);
  if (verdict.ok) return renderAdvisor(verdict.value, { locale });
  throw new Error(verdict.errors.join());
}

describe('toPayload', () => {
  it('has the kind of the report and the hash of its content', () => {
    const organizer = toPayload(organizerReport('s'));
    expect(organizer).toMatchObject({ kind: 'organizer', schema_version: 1 });
    expect(organizer.content_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(toPayload(organizerReport('t')).content_hash).not.toBe(organizer.content_hash);
    expect(toPayload(advisorReport('x'))).toMatchObject({ kind: 'advisor' });
  });
});

describe('a value that no gate has passed', () => {
  const gated = organizerReport('s');
  const advice = advisorReport('x');
  const context = { runId: 'r', validNodeIds: ['n1', 'n2'] };

  it.each([
    ['a plain report', structuredClone(gated)],
    ['a spread', { ...gated }],
    ['a report of the other role', advice],
    ['a forged brand', Object.assign(structuredClone(gated), { gated: true })],
    ['null', null],
  ])('is not rendered or converted to diffs: %s', (_name, value) => {
    const forged = value as unknown as Gated<OrganizerReport>;
    expect(() => renderOrganizer(forged)).toThrow(NotGatedError);
    expect(() => toDiffs(forged, context)).toThrow(NotGatedError);
  });

  it('is not rendered as advice', () => {
    const forged = gated as unknown as Gated<AdvisorReport>;
    expect(() => renderAdvisor(forged)).toThrow(NotGatedError);
    expect(() => renderAdvisor({ ...advice })).toThrow(NotGatedError);
    expect(() => toPayload({ ...advice })).toThrow(NotGatedError);
  });

  it('is named with its gate, and anything else is refused too', () => {
    const organized = { ...gated } as never;
    expect(() => toPayload(organized)).toThrow('the gate "organizer-report"');
    expect(() => toPayload({ ...advice } as never)).toThrow('the gate "advisor-report"');
    for (const none of [undefined, null, 5, 'x', [], {}]) {
      expect(() => toPayload(none as never)).toThrow(NotGatedError);
    }
  });

  it('does not compile either', () => {
    expectTypeOf(renderOrganizer).parameter(0).not.toEqualTypeOf<OrganizerReport>();
    const plain: OrganizerReport = structuredClone({
      decomposition_proposals: [],
      grouping_proposals: [],
      relation_proposals: [],
      summary: 's',
    });
    // @ts-expect-error a plain report has no brand
    expect(() => renderOrganizer(plain)).toThrow(NotGatedError);
    // @ts-expect-error a plain report has no brand
    expect(() => toDiffs(plain, context)).toThrow(NotGatedError);
    // @ts-expect-error a plain report has no brand
    expect(() => toPayload(plain)).toThrow(NotGatedError);
  });
});

it('heads a proposal with the title of the board, not with the one that the report gives it', () => {
  const report = organizerReport('目次の見出しを分けられます。', '別の題');
  const rendered = renderOrganizer(report, { format: 'text', titles: { n1: '目次', n2: '序文' } });
  expect(rendered).toContain('目次 (n1)');
  expect(rendered).not.toContain('別の題 (n1)');
});
