import { context, gate } from './task-gate.ts';

// A gate is a scorer, in the shape that evalite, autoevals and Mastra share: 1 for what passes, with the reasons.
const taskGate = ({ output }: { output: string }) => {
  const { ok, errors } = gate.read(output, context);
  return { name: gate.name, score: ok ? 1 : 0, metadata: { errors } };
};

const outputs = [
  '{"title": "Write the FAQ", "owner": "kim"}',
  '{"title": "Write the FAQ", "owner": "mallory"}',
  'I would ask Kim.',
];
const scores = outputs.map((output) => taskGate({ output }));
for (const { score, metadata } of scores)
  console.log(score, metadata.errors.join('; ') || 'no errors');
console.log(
  'mean:',
  (scores.reduce((sum, { score }) => sum + score, 0) / scores.length).toFixed(2),
);
