/** Lines of words that repeat nowhere; another `factor` gives an unrelated text. */
export function numbers(length: number, factor: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1) {
    text += `${((index * 7_919 * factor) % 100_003).toString(36)} `;
    if (index % 12 === 11) text += '\n';
  }
  return text;
}
