import { createContentService, importSources, verifyApprovedText } from '@kanmon/content-cards';
import { createMemoryEventStore } from '@kanmon/core';

const { cards } = await importSources([{ kind: 'text', text: '# 概要 {#summary}\n売上は120万円' }]);
const service = createContentService({ store: createMemoryEventStore() });
const hanako = { actor: 'hanako', requestId: 'r1' };
await service.createCards({ spec_id: 'job-1', cards }, hanako);
await service.approveCard({ spec_id: 'job-1', slide_id: 'summary' }, {}, { ifMatch: '*' }, hanako);

const exported = await service.exportApproved({ spec_id: 'job-1' });
const file = exported.ok ? JSON.stringify(exported.value.document) : '';
for (const text of [file, file.replace('120', '720')]) {
  const verdict = await verifyApprovedText(text, service.history({ spec_id: 'job-1' }));
  console.log(verdict.ok, ...verdict.findings.map(({ code, path }) => `${code} ${path}`));
}
