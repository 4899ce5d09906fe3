import { redactSecrets } from '@kanmon/core';
import { createSecretRedactor, quoteSafely } from '@kanmon/core/kit';
import { wordSet } from '../wire/read.ts';

/** The values of a client that messages of its provider may quote. */
export interface KnownValues {
  /** Keys that must not appear. */
  readonly secrets?: readonly string[] | undefined;
  /** The name of its model, which stays readable even if it looks like a key. */
  readonly model?: string | undefined;
}

/** Shorter secrets, and what local servers take instead of a key, are ordinary words too. */
const minKeyLength = 8;
const placeholders: ReadonlySet<string> = /* @__PURE__ */ wordSet(
  'empty ollama none lm-studio not-needed',
);

/** No name of a model has as many letters and digits in one run; a key that was passed as a model does. */
const keyLikeRun = /[A-Za-z0-9]{20}/;

/** Stands for the name of the model while a text is redacted. One unit, so that no cut divides it. */
const modelMark = '\u27D0';

/** Creates the redactor of core for known values: short secrets and placeholders count only where a key is named. */
export function createKnownRedactor(known: KnownValues): (text: string) => string {
  const redact = createSecretRedactor(longSecrets(known));
  return (text) => prepare(text, known, redact);
}

/** Quotes as `quoteSafely` of core does, for known values. */
export function quoteKnown(text: string, length: number, known: KnownValues): string {
  const quote = (prepared: string): string => quoteSafely(prepared, length, longSecrets(known));
  return prepare(text, known, quote).slice(0, length);
}

function prepare(text: string, known: KnownValues, redact: (text: string) => string): string {
  const { secrets = [], model = '' } = known;
  const given = secrets.filter((value) => value !== '');
  const words = given.filter(isWord).map(escapePattern);
  const safe = words.length === 0 ? text : text.replace(afterName(words), '$1[redacted]');
  const isSecret = given.some((value) => value.includes(model) || model.includes(value));
  const isHidden = redactSecrets(model) !== model && !safe.includes(modelMark);
  if (isSecret || !isHidden || keyLikeRun.test(model)) return redact(safe);
  const name = new RegExp(`(?<![\\w%.~+-])${escapePattern(model)}(?![\\w%~+-]|\\.\\w)`, 'g');
  return redact(safe.replace(name, modelMark)).replaceAll(modelMark, () => model);
}

function longSecrets({ secrets = [] }: KnownValues): readonly string[] {
  return secrets.filter((value) => !isWord(value));
}

function isWord(value: string): boolean {
  return value.length < minKeyLength || placeholders.has(value.toLowerCase());
}

/** Finds whole values after a word such as "key", after `=` and in addresses. */
function afterName(values: readonly string[]): RegExp {
  const name = `(?<![a-z])(?:api)?(?:key|bearer|basic|token|password|secret)`;
  const link = `["'\`]?(?: provided)?(?:\\s{0,3}[:=]|\\s{1,3}is\\b)?\\s{0,3}`;
  return new RegExp(`((?:${name}${link}|[:=])["'\`]?)(?:${values.join('|')})(?![\\w-])`, 'gi');
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
