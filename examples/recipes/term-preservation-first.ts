import { createTermGate, renderCoverageMatrix } from '@kanmon/term-preservation';

const gate = createTermGate();
const { decision, reasons, result } = gate.check(
  '認証を3秒以内に終え、GET /items を返す。印刷は不要',
  [
    { id: 'T1', acceptance: '認証を30秒以内に完了する' },
    { id: 'T2', acceptance: '`GET /items/old` を実装し、印刷もできる' },
  ],
);
console.log(decision, reasons);
console.log(renderCoverageMatrix(result));
