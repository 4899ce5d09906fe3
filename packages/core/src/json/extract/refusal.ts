/**
 * What models say when they decline, in English and Japanese. Only asked of a text without any JSON,
 * so a phrase may be short; each needs a verb of not doing, an apology alone is none.
 */
const refusalPhrases = [
  /\b(?:can(?:no|['’]?)t|can not|could(?:n['’]t| not)|won['’]t|will not|unable to|not able to|must decline to|have to decline to)\s+(?:\w+ly\s+)?(?:help|assist|comply|fulfil?l?|provide|do|answer|generate|create|process|complete|discuss|share|support|write|produce|continue|engage|respond|return|give|offer|participate|proceed|satisfy|output|carry)\b/i,
  /\b(?:I (?:must|have to|respectfully) (?:decline|refuse)|I decline|against (?:my|our|the) (?:guidelines|polic)|not (?:something|comfortable) .{0,20}(?:help|assist|provid|creat))/i,
  /(?:でき|出来)(?:ません|かねます|ない)|(?:いたし|致し|応じ|答え|沿い)かねます|(?:応じ|答え|いたし|差し上げ)(?:られ)?(?:ることは)?(?:でき)?(?:ません|られません)|お断り(?:し|いた|致|させ)|控えさせて|差し控え|(?:ご要望|ご依頼)には?(?:お応え|添え)/,
];

/** True when the text declines the request. */
export function isRefusal(text: string): boolean {
  return refusalPhrases.some((phrase) => phrase.test(text));
}
