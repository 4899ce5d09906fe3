import { describe, expect, it } from 'vitest';
import { createTermGate } from '../src/index.ts';
import { readTable } from './support/read-cases.ts';

const gate = createTermGate();

describe('the decision on a plan', () => {
  it.each([
    // Another limit beside a limit of something else.
    [
      'At least 4 judges vote; at most 3 appeals.',
      ['At least 4 judges vote', 'At most 5 appeals'],
      'reject',
    ],
    [
      'Keep at least 40 seats free and list at most 15 names.',
      ['At least 40 seats stay free', 'List at most 25 names'],
      'reject',
    ],
    [
      '4人以上の委員が賛成し、差し戻しは3回までとする。',
      ['委員は4人以上', '差し戻しは5回まで'],
      'reject',
    ],
    [
      '大人は6日以内、子どもは4日以内に受け取る。',
      ['大人は6日以内に受け取る', '子どもは5日以内に受け取る'],
      'reject',
    ],
    // Full names.
    ['題字は橋本美穂に頼む。', ['題字は西村大輔に頼む'], 'reject'],
    ['司会を内田健太氏に依頼する。', ['司会を森田真一氏に依頼する'], 'reject'],
    ['題字は橋本美穂に頼む。', ['題字は橋本さんに頼む'], 'warn'],
    ['受付は千葉県庁に頼む。', ['受付は埼玉の県庁に頼む'], 'warn'],
    // A limit with a sign.
    ['Support Node >= 22', ['Support Node >= 18'], 'reject'],
    ['Support Python >= 3.12', ['Support Python >= 3.9'], 'reject'],
    ['Node >= 22 をサポートする', ['Node 22 以上をサポートする'], 'accept'],
    ['Node ≧ 22 をサポートする', ['Node ≧ 18 をサポートする'], 'reject'],
    ['Retry count <= 3', ['Retry count <= 30'], 'reject'],
    ['Latency < 80 ms', ['Latency below 80 ms'], 'accept'],
    // An excluded endpoint with a parameter.
    ['POST /users を追加し、DELETE /users/:id は対象外', ['POST /users を追加する'], 'accept'],
    [
      'POST /users を追加し、DELETE /users/:id は対象外',
      ['`POST /users` を追加し `DELETE /users/:id` も追加'],
      'warn',
    ],
    // The last day of a month.
    ['2027年4月末までに納める。', ['2027年4月30日までに納める'], 'accept'],
    ['令和9年11月末に締め切る。', ['2027-11-30に締め切る'], 'accept'],
    ['2027年4月末までに納める。', ['2027年5月31日までに納める'], 'reject'],
    // A name that ends in a number, in the place of which another one is taken.
    ['Store it in ap-south-1, not in eu-north-1.', ['Store it in ap-south-1'], 'accept'],
    ['Install yarn@4, not yarn@1.', ['Install yarn@4'], 'accept'],
    ['Build with Java 21 instead of Java 17.', ['Build with Java 21'], 'accept'],
    ['nagoya-1に置き、fukuoka-2には置かない。', ['nagoya-1に置く'], 'accept'],
    [
      'Store it in ap-south-1, not in eu-north-1.',
      ['Store it in eu-north-1 and ap-south-1'],
      'warn',
    ],
    // A distance that is kept.
    [
      'No tents within five metres of the fire.',
      ['Pitch the tents at least 5 m from the fire'],
      'warn',
    ],
    // A thing that is taken out of several has to be in the plan.
    ['Update all hosts. Leave out host-07.', ['Update all hosts'], 'reject'],
    ['全端末を更新する。PC-0412は除く。', ['全端末を更新する'], 'reject'],
  ] as const)('%s with %j is %s', (request, plan, decision) => {
    const tasks = plan.map((acceptance) => ({ acceptance }));
    expect(gate.check(request, tasks).decision).toBe(decision);
  });
});

describe('the decision by rule', () => {
  const cases = readTable<{ rule: string; request: string; plan: string[]; decision: string }>(
    'decisions',
  );
  it.each(cases)('$rule: $request with $plan is $decision', ({ request, plan, decision }) => {
    const tasks = plan.map((acceptance) => ({ acceptance }));
    expect(gate.check(request, tasks).decision).toBe(decision);
  });
});
