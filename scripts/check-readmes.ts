import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.ts';

// READMEs take their code from examples/recipes and their output from running it:
//   ```ts file=examples/recipes/first-gate.ts      the block is that file
//   ```text output=examples/recipes/first-gate.ts  the block is what that file prints
// `--write` brings the blocks up to date.
const write = process.argv.includes('--write');
const block = /^(```\w+ (file|output)=(\S+)\n)([\s\S]*?)^```$/gm;
const outputs = new Map<string, string>();
let checked = 0;
let stale = 0;

for (const readme of globSync(['README*.md', 'packages/*/README*.md', 'examples/*/README*.md'], {
  cwd: root,
})) {
  const path = join(root, readme);
  const text = readFileSync(path, 'utf8');
  const fresh = text.replace(
    block,
    (whole, head: string, kind: string, file: string, content: string) => {
      checked += 1;
      const wanted = kind === 'file' ? readFileSync(join(root, file), 'utf8') : outputOf(file);
      if (content === wanted) return whole;
      stale += 1;
      if (!write) {
        console.log(`FAIL ${readme}: the ${kind} of ${file} differs; run "pnpm readmes --write"`);
      }
      return `${head}${wanted}\`\`\``;
    },
  );
  if (write && fresh !== text) writeFileSync(path, fresh);
}
console.log(`ok   ${checked - stale} of ${checked} blocks in READMEs`);
process.exitCode = stale === 0 || write ? 0 : 1;

function outputOf(file: string): string {
  const known = outputs.get(file);
  if (known !== undefined) return known;
  const command = ['--conditions=@kanmon/source', '--no-warnings', join(root, file)];
  const output = execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  outputs.set(file, output);
  return output;
}
