const switchPhrase =
  /^(?:by the way|btw|(?:a |one )?(?:different|another|separate|new) (?:question|topic)|on another note)\b[\s,:.!-]*|^(?:ところで|別の質問(?:です|なの)?(?:が|けど)?|別件(?:です|なの)?(?:が|けど)?|話は?変わりますが)[、,。\s]*/iu;

/** A message without the words that announce another topic; those say nothing of it. */
export function withoutSwitchPhrase(text: string): string {
  const rest = text.replace(switchPhrase, '');
  return rest.trim() === '' ? text : rest;
}
