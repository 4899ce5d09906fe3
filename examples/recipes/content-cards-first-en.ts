import { createContentService, importSources, verifyApprovedText } from '@kanmon/content-cards';
import { createMemoryEventStore } from '@kanmon/core';

const { cards } = await importSources([{ kind: 'text', text: '# Sales {#sales}\n$1,200' }]);
const service = createContentService({ store: createMemoryEventStore() });
const ann = { actor: 'ann', requestId: 'r1' };
await service.createCards({ spec_id: 'job-1', cards }, ann);
await service.approveCard({ spec_id: 'job-1', slide_id: 'sales' }, {}, { ifMatch: '*' }, ann);

const exported = await service.exportApproved({ spec_id: 'job-1' });
const file = exported.ok ? JSON.stringify(exported.value.document) : '';
for (const document of [file, file.replace('1,200', '7,200')]) {
  const verdict = await verifyApprovedText(document, service.history({ spec_id: 'job-1' }));
  console.log(verdict.ok, ...verdict.findings.map(({ code, path }) => `${code} ${path}`));
}
