import { createAnchor, createRemapper } from '@kanmon/issue-tracker';

const before = '朝、彼は急いで家を出た。\n夜、彼は急いで家へ帰った。\n';
const after = 'ある朝、彼は慌てて家を出た。\n夜、彼は急いで家へ帰った。\n';
const remapper = createRemapper(before, after);

for (const slice of ['急いで家を出た', '急いで家へ帰った', '急いで']) {
  const start = before.indexOf(slice);
  const remap = remapper.remap(createAnchor(before, { start, end: start + slice.length }));
  if (remap.status === 'mapped') {
    console.log(after.slice(remap.range.start, remap.range.end), remap.method, remap.confidence);
  } else console.log(remap.status);
}
