import { applyAutoFix, createDefaultRules, reviewCard, validateCard } from '@kanmon/content-cards';

const checked = validateCard({
  slide_id: 'sales',
  title: '売上',
  body: ['売上は130万円、業界最高の水準', '前年比１２％の成長'],
  intent: 'report',
  story: { phase: 'body' },
});
if (!checked.ok) throw new Error(JSON.stringify(checked.issues));

const rules = createDefaultRules({
  prohibitedWords: [{ word: '最高', replacement: '上位' }],
});
const source = '売上 1,200,000円、前年比12%';
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
