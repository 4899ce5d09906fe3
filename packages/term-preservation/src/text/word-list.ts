/** Words of a data list: separated by white space; `#` starts a reason that runs to the end of its line. */
export function parseWordList(list: string): readonly string[] {
  return list
    .split('\n')
    .flatMap((line) => line.replace(/#.*$/, '').split(/\s/))
    .filter((word) => word !== '');
}
