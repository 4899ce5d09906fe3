import { extractJson } from '@kanmon/core/json';

const answers = [
  "Here is the task:\n```json\n{title: 'FAQ', tags: ['web',],} // done\n```",
  '{"title": "FAQ", "note": "Ken calls it "urgent"."}',
  '{"title": "FAQ", "note": "The first part of a lo',
  'I am sorry, but I cannot help with that.',
];
for (const answer of answers) {
  const found = extractJson(answer, { keys: ['title'] });
  if (found.status === 'none') console.log('refused:', found.reason);
  else {
    console.log(found.complete ? 'complete' : 'cut', found.value);
    const repairs = found.repairs.map(({ kind, class: risk }) => `${kind} (${risk})`);
    console.log('  ', [...new Set(repairs)].join(', '));
  }
}
