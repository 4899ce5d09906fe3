/** Characters a token is taken to stand for; the rule of thumb providers publish for English. */
const codePointsPerToken = 4;

/** A deterministic estimate of tokens: a quarter of the code points, rounded up. No tokenizer agrees with it exactly. */
export function estimateTokens(text: string): number {
  let codePoints = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) codePoints -= 1;
  }
  return Math.ceil(codePoints / codePointsPerToken);
}
