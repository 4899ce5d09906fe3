import type { ReadInput } from './read-input.ts';

const acknowledgement =
  /^(?:(?:ok(?:ay)?|thanks?(?: you)?(?: so much| very much| a lot)?|great|good|perfect|cool|nice|got it|i see|understood|sure|yes|yeah|no|alright|all right|hello|hi|hey)[.!,]+|(?:ありがとう(?:ございます|ございました)?|わかりました|分かりました|なるほど|了解(?:です|しました)?|承知しました|はい|ええ|うん|いえ|そうですか|こんにちは|こんばんは|すみません|お世話になっております)[。、!,]+)\s*/iu;

/** `Great. And Alaska?`: what is said about the last answer is no part of the next request. */
export function withoutAcknowledgement(read: ReadInput): ReadInput {
  const { text } = read.message;
  const rest = text.replace(acknowledgement, '');
  const isRequest = rest !== text && /[\p{L}\p{N}]/u.test(rest);
  return isRequest ? { ...read, message: read.analyse(rest) } : read;
}
