import { createAnchor, createRemapper } from '@kanmon/issue-tracker';

const before = 'In the morning he quickly left home.\nAt night he quickly came home.\n';
const after = 'One morning he hastily left home.\nAt night he quickly came home.\n';
const remapper = createRemapper(before, after);

for (const slice of ['quickly left home', 'quickly came home', 'quickly']) {
  const start = before.indexOf(slice);
  const remap = remapper.remap(createAnchor(before, { start, end: start + slice.length }));
  if (remap.status === 'mapped') {
    console.log(after.slice(remap.range.start, remap.range.end), remap.method, remap.confidence);
  } else console.log(remap.status);
}
