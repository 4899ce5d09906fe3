import { applyPatch } from '@kanmon/core/json';

const report = { title: 'Plan', options: [{ label: '' }, { label: 'B' }] };
const guard = { allowedPaths: ['/options/0/label'] };

for (const path of ['/options/0/label', '/title']) {
  const result = applyPatch(report, [{ op: 'replace', path, value: 'A' }], guard);
  console.log(JSON.stringify(result.ok ? result.inverse : result.problem));
}
