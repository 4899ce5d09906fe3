import { describe, expect, it } from 'vitest';
import { buildCorrectionPrompt } from '../src/index.ts';

const ids = ['n1', 'n2', 'n3'];

describe('buildCorrectionPrompt', () => {
  it('has the specified lines', () => {
    expect(buildCorrectionPrompt(['summary is required', 'b'], ids, { locale: 'ja' })).toBe(
      [
        '【検証エラー】以下の項目を満たすように、同じ形式の JSON だけを再出力してください。',
        '- summary is required',
        '- b',
        '使用できるノードの ID は次のとおりです。利用可能な ID: n1, n2, n3',
      ].join('\n'),
    );
  });

  it('is available in English', () => {
    const lines = buildCorrectionPrompt(['a'], ids, { locale: 'en' }).split('\n');
    expect(lines[0]).toMatch(/^\[Validation errors\] /);
    expect(lines.at(-1)).toMatch(/Available IDs: n1, n2, n3$/);
  });

  it('is written in the language of the errors, whatever they quote', () => {
    const english = 'summary contains "すべき" (〜べき): propose, and order nobody to do anything';
    expect(buildCorrectionPrompt([english], ids)).toMatch(/^\[Validation errors\]/);
    const japanese = 'summary に使えない表現「should do」があります。';
    expect(buildCorrectionPrompt([japanese], ids)).toMatch(/^【検証エラー】/);
  });

  it('escapes invisible characters', () => {
    const prompt = buildCorrectionPrompt(['a\u202eb'], ['n\u{e0041}1']);
    expect(prompt).toContain(String.raw`a\u202eb`);
    expect(prompt).toContain(String.raw`n\udb40\udc411`);
  });

  it('is empty without errors, and has no line of ids without ids', () => {
    expect(buildCorrectionPrompt([], ids)).toBe('');
    expect(buildCorrectionPrompt(['a']).split('\n')).toHaveLength(2);
    expect(buildCorrectionPrompt(['a'], []).split('\n')).toHaveLength(2);
  });

  it('shows ids that errors name first, and how many are hidden', () => {
    const many = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const errors = ["target_node_id 'n59' is not", '「n58」は'];
    const prompt = buildCorrectionPrompt(errors, many, { locale: 'ja' });
    expect(prompt).toMatch(/利用可能な ID: n58, n59, n0, .*n47 ほか 10 件$/);
    expect(buildCorrectionPrompt(['a'], many, { locale: 'en', maxIds: 1 })).toMatch(
      /Available IDs: n0 and 59 more$/,
    );
    expect(buildCorrectionPrompt(['a'], ['a b', 'c'], { maxIds: 1 })).toMatch(/and 1 more$/);
  });

  it('writes every error and id on one line', () => {
    const prompt = buildCorrectionPrompt(['a\n- b\u2028c\u0000d'], ['x\r\ny']);
    expect(prompt.split(/[\n\r\u2028]/)).toHaveLength(3);
    expect(prompt).toContain('- a - b c d');
    expect(prompt).toMatch(/x y$/);
  });

  it.each([-1, 1.5, Number.NaN])('refuses %d as maxIds', (maxIds) => {
    expect(() => buildCorrectionPrompt(['a'], ids, { maxIds })).toThrow(/maxIds/);
  });
});
