/**
 * What models say when they decline, in English and Japanese. Only asked of a text without any JSON.
 * Each phrase needs a verb of not doing: an apology alone is no refusal.
 */
const refusalPhrases = [
  /\b(?:can(?:no|['’]?)t|can not|could(?:n['’]| no)t|wo(?:n['’]t)|will not|unable to|not able to)\s+(?:\w+ly\s+)?(?:help|assist|comply|fulfil|provide|do|answer|generate|create|process|complete|discuss|share|support|write|produce|continue|engage|respond|return|give|offer|participate|proceed|output)/i,
  /\b(?:must|have to|respectfully|I) (?:decline|refuse)|against (?:my|our) (?:guideline|polic)/i,
  /(?:でき|出来)(?:ません|かねます|ない)|(?:いたし|致し|応じ|答え|沿い|添い)かねます|(?:応じ|答え|差し上げ)(?:られ)?ません|お断り(?:し|いた|致|させ)|控えさせて|差し控え/,
];

/** True when the text declines the request. */
export function isRefusal(text: string): boolean {
  return refusalPhrases.some((phrase) => phrase.test(text));
}
