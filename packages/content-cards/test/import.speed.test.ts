import { expect, test } from 'vitest';
import { throughput } from '@kanmon/test-support';
import { importSources } from '../src/index.ts';

/** The bar is 2,000,000 characters a second on a processor of 2 GHz; machines that run tests differ by three times. */
const leastPerSecond = 650_000;

const sentence =
  '本資料では提案の背景と目的を説明します。売上は前年比で12%増えましたが、費用も増えています。';
const section = `# 見出し\n${`${sentence.repeat(2)}\n`.repeat(8)}\n`;

test.each([
  ['sections', section],
  ['one paragraph', sentence],
  ['one character', 'あ'],
])(
  'imports 2 million characters a second: %s',
  async (_name, unit) => {
    const perSecond = await throughput([250_000, 500_000, 1_000_000, 2_000_000], (size) => {
      const text = unit.repeat(Math.floor(size / unit.length));
      return () => importSources([{ kind: 'text', text }]);
    });
    expect(perSecond).toBeGreaterThan(leastPerSecond);
  },
  300_000,
);
