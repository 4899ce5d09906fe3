import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DataSetName, dataSets, expectedFiles, listDataSets } from './data-sets.ts';

const root = process.env['KANMON_BENCH_DATA'];
const told = new Set<DataSetName>();

/** Returns the folder of a data set, or null after one line that names the missing files and their source. */
export function findDataSet(name: DataSetName): string | null {
  if (root !== undefined && absentFiles(name) === null) return join(root, name);
  if (!told.has(name)) console.log(missingLine(name));
  told.add(name);
  return null;
}

/** The data sets of a topic that are not there. */
export function missingDataSets(topic: string): readonly string[] {
  return listDataSets()
    .filter((set) => set.topic === topic && absentFiles(set.name as DataSetName) !== null)
    .map(({ name }) => name);
}

function absentFiles(name: DataSetName): readonly string[] | null {
  const expected = ['', ...expectedFiles(dataSets[name])];
  if (root === undefined) return expected;
  const absent = expected.filter((file) => !existsSync(join(root, name, file)));
  return absent.length === 0 ? null : absent;
}

function missingLine(name: DataSetName): string {
  const { repository, licence, contents } = dataSets[name];
  const files = expectedFiles(dataSets[name]).join(', ');
  const wanted = contents.kind === 'clone' ? 'a clone' : files;
  const where = root === undefined ? 'KANMON_BENCH_DATA is not set' : `not in ${root}`;
  return `SKIPPED ${name}: ${where}; expected ${wanted} in KANMON_BENCH_DATA/${name}, from https://github.com/${repository} (${licence}), see benchmarks/data.md`;
}
