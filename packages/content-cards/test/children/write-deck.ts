// Creates a deck on a file journal, then edits and approves without end, printing what was acknowledged; killed from outside.
import { writeSync } from 'node:fs';
import { createFileEventStore } from '@kanmon/event-store/file';
import { createContentService } from '../../src/index.ts';

const [folder = ''] = process.argv.slice(2);
const service = createContentService({ store: await createFileEventStore(folder) });
const caller = { actor: 'writer', requestId: 'child' };
const ids = ['a', 'b', 'c'];
const cards = ids.map((slide_id) => ({
  slide_id,
  title: '題',
  body: ['一行目'],
  intent: 'x',
  story: { phase: 'p' },
}));
await service.createCards({ spec_id: 'deck', cards }, caller);
writeSync(1, 'ready\n');
const longest = 100_000;
for (let number = 1; number <= longest; number += 1) {
  const slide_id = ids[number % ids.length] ?? 'a';
  const ref = { spec_id: 'deck', slide_id };
  const match = { ifMatch: '*' };
  const edited = await service.patchCard(ref, { title: `版${number}` }, match, caller);
  const approved = await service.approveCard(ref, {}, match, caller);
  const opened = await service.unlockCard(ref, { reason: '次の版' }, match, caller);
  if (!edited.ok || !approved.ok || !opened.ok) throw new Error('a write was refused');
  writeSync(1, `${slide_id} ${number} ${opened.value.revision}\n`);
}
