import { createTermGate, renderCoverageMatrix } from '@kanmon/term-preservation';

const gate = createTermGate();
const request = 'Sign in within 3 seconds, return GET /items, without printing';
const plan = [
  { id: 'T1', acceptance: 'Sign in within 30 seconds' },
  { id: 'T2', acceptance: 'Implement `GET /items/old`, and add printing' },
];
const { decision, reasons, result } = gate.check(request, plan);
console.log(decision, reasons);
console.log(renderCoverageMatrix(result));
