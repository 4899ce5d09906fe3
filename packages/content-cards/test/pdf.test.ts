import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importSources } from '../src/import/import-sources.ts';
import { createPdfAdapter, createPdfjsEngine, extractPdf } from '../src/pdf.ts';

const engine = createPdfjsEngine();
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url)));
const p1 =
  '本資料では、提案の背景と目的を説明します。売上は前年比で12%増えましたが、費用も増えています。次の四半期は顧客の声を聞き、サービスの品質を高めることを最優先とします。';
const p2 =
  'コストの見直しは六月までに終える予定です。担当者は毎週金曜日に進捗を報告し、遅れがある場合は理由と対策を合わせて示してください。判断に必要な数字は付録にまとめました。';
const p3 =
  '顧客への聞き取りでは、使いやすさよりも応答の速さを求める声が多く、特に夜間の対応に不満が集まりました。人員の配置を見直し、夜間の窓口を二名体制にします。';

async function paragraphs(name: string): Promise<string[]> {
  const { pages } = await extractPdf(fixture(name), { engine });
  return pages.flatMap((page) => page.paragraphs.map(({ text }) => text));
}

test('horizontal text: headings and paragraphs', async () => {
  expect(await paragraphs('horizontal')).toEqual(['四半期の提案', p1, p2, '顧客の声', p3]);
});

test('two columns: left before right, paragraphs over the column end', async () => {
  expect(await paragraphs('columns')).toEqual(['四半期の提案', p1, p2, p3]);
});

test('vertical text: lines from right to left', async () => {
  expect(await paragraphs('vertical')).toEqual(['四半期の提案', p1.replace('12%', '十二パーセント'), p2, p3]);
});

test('a table is read row by row', async () => {
  const [, , ...rows] = await paragraphs('table');
  expect(rows).toEqual(['項目　今期　前期', '売上高　1,200　1,070', '営業費用　800　700']);
});
