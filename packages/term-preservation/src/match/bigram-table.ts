/** Buckets of a table: what two pairs of units share only costs a search that finds nothing. */
const bigramBuckets = 1 << 15;

/** Which pairs of neighbouring units stand in a text. */
export function bigramTable(text: string): Uint8Array {
  const table = new Uint8Array(bigramBuckets);
  for (let at = 1; at < text.length; at += 1)
    table[bucket(text.charCodeAt(at - 1), text.charCodeAt(at))] = 1;
  return table;
}

/** False only when a pair of the form surely stands nowhere in the text of the table. */
export function holdsBigrams(table: Uint8Array, form: string): boolean {
  for (let at = 1; at < form.length; at += 1) {
    if (table[bucket(form.charCodeAt(at - 1), form.charCodeAt(at))] !== 1) return false;
  }
  return true;
}

function bucket(first: number, second: number): number {
  return (first * 211 + second) & (bigramBuckets - 1);
}
