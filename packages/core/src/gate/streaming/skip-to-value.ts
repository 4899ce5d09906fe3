/** Blocks in which models think aloud; JSON in them is no answer. */
const reasoningTag = /^<(think|thinking|reasoning|analysis|reflection|scratchpad)>$/i;
const longestTag = '</scratchpad>'.length;

/** Finds where the value begins in a text that arrives in pieces. */
export interface ValueFinder {
  /** Index in `text` of the first bracket of the value, or -1 if it is not in there yet. */
  find(text: string): number;
}

/** Skips prose, fences and reasoning. Holds back no more than one unfinished tag, so it is linear. */
export function createValueFinder(): ValueFinder {
  /** An unfinished tag, from its `<`. */
  let tag = '';
  /** The closing tag that ends the reasoning we are in. */
  let closing: string | null = null;

  const takeTag = (): void => {
    const opened = reasoningTag.exec(tag);
    if (closing === null)
      closing = opened?.[1] === undefined ? null : `</${opened[1].toLowerCase()}>`;
    else if (tag.toLowerCase() === closing) closing = null;
    tag = '';
  };

  return {
    find(text) {
      for (let index = 0; index < text.length; index += 1) {
        const character = text.charAt(index);
        if (closing === null && (character === '{' || character === '[')) return index;
        if (character === '<') tag = character;
        else if (tag !== '') tag += character;
        if (character === '>') takeTag();
        else if (tag.length > longestTag) tag = '';
      }
      return -1;
    },
  };
}
