import { applyAutoFix, createDefaultRules, reviewCard, validateCard } from '@kanmon/content-cards';

const checked = validateCard({
  slide_id: 'sales',
  title: 'Sales',
  body: ['Sales were $1,300, guaranteed to grow', 'Growth of 12% over last year.'],
  intent: 'report',
  story: { phase: 'body' },
});
if (!checked.ok) throw new Error(JSON.stringify(checked.issues));

const rules = createDefaultRules({
  prohibitedWords: [{ word: 'guaranteed', replacement: 'expected' }],
});
const source = 'Sales $1,200, up 12% over last year';
const { review, autoReturn } = await reviewCard(checked.value, { rules, source });

console.log(review.grade, autoReturn ? 'goes back' : 'stays');
for (const { code, severity, path } of review.issues) console.log(`${severity} ${code} ${path}`);

let card = checked.value;
for (const fix of review.autofix_proposals) {
  const fixed = applyAutoFix(card, fix, { rules, around: { source } });
  if (fixed.ok) ({ card } = fixed);
  console.log(fix.description);
}
console.log(card.body);
