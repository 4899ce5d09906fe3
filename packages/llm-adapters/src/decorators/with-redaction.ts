import {
  InvalidArgumentError,
  type JsonSchema,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
  type LlmUsage,
} from '@kanmon/core';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { countsOf, createDelta } from '../wire/prompt-usage.ts';
import { type Decorator, wrapClient } from './decorator.ts';
import { checkArgument, checkPorts, type FoldedText, foldText, isRecord } from '@kanmon/core/kit';

/** Options of `withRedaction`. */
export interface RedactionOptions {
  /** Names of built-in rules or own ones, applied in this order. @default key, email, card, phone */
  readonly rules?: readonly (BuiltInRuleName | RedactionRule)[];
}

const ruleName = /^[A-Za-z][A-Za-z0-9_]{0,40}$/;

/**
 * Replaces personal data and keys in outgoing requests by placeholders such as `[[EMAIL_1]]`, and puts
 * them back into the answer, also across deltas. Inside strings of JSON the values are escaped. Numbers are stable
 * within one call.
 *
 * Messages, the texts of the response schema, stop sequences and metadata are searched; `providerOptions` are not, since
 * they may hold what a provider needs as it is. A `pattern` of the schema with such data is left out.
 */
export function withRedaction(options: RedactionOptions = {}): Decorator {
  checkOptions(options, 'rules', 'withRedaction(options)');
  const { rules: given = Object.values(builtInRules) } = options;
  checkArgument('options.rules of withRedaction', 'a list', given);
  const rules = given.map(toRule);
  return (inner) =>
    wrapClient(inner, {
      async generate(request, call) {
        const redactor = createRedactor(rules);
        const response = await inner.generate(hideIn(request, redactor), call);
        return restoreIn(response, redactor, writerFor(request));
      },
      async *stream(request, call, open) {
        const redactor = createRedactor(rules);
        const events = open(hideIn(request, redactor), call);
        yield* restoreEvents(events, redactor, () => writerFor(request));
      },
    });
}

/** Writes values into a text, which it is shown part by part. */
interface Writer {
  /** Takes the next part of the text as it is. */
  skip(text: string): void;
  /** Returns a value in the form of the place that was reached. */
  encode(value: string): string;
}

/**
 * Restores values across deltas: what may be the start of a placeholder waits for the next delta.
 *
 * @yields Deltas with values restored, and the end.
 */
async function* restoreEvents(
  events: AsyncIterable<LlmEvent>,
  redactor: Redactor,
  openWriter: () => Writer,
): AsyncGenerator<LlmEvent, void, undefined> {
  const writer = openWriter();
  let pending = '';
  let usage: LlmUsage = {};
  for await (const event of events) {
    if (event.type === 'delta') {
      const { ready, rest } = splitUnfinished(pending + event.text);
      pending = rest;
      usage = countsOf(event) ?? usage;
      if (ready === '') continue;
      yield createDelta(redactor.restore(ready, writer), usage);
      usage = {};
    } else {
      if (pending !== '') yield { type: 'delta', text: redactor.restore(pending, writer) };
      yield { type: 'end', response: restoreIn(event.response, redactor, openWriter()) };
    }
  }
}

function hideIn(request: LlmRequest, redactor: Redactor): LlmRequest {
  const messages = request.messages.map((message) => ({
    ...message,
    content: redactor.hide(message.content),
  }));
  const { output, stop, metadata } = request;
  return {
    ...request,
    messages,
    ...(stop === undefined ? {} : { stop: stop.map(redactor.hide) }),
    // The casts restore the types that the walk over plain data drops.
    ...(metadata === undefined
      ? {}
      : { metadata: hideInData(metadata, redactor) as typeof metadata }),
    ...(output?.type === 'json' && output.schema !== undefined
      ? { output: { ...output, schema: hideInData(output.schema, redactor) as JsonSchema } }
      : {}),
  };
}

/** Hides data in the keys and texts of plain data. */
function hideInData(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.hide(value);
  if (Array.isArray(value)) return value.map((item: unknown) => hideInData(item, redactor));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, entry]) =>
      key !== 'pattern' || typeof entry !== 'string' || redactor.hide(entry) === entry,
  );
  return Object.fromEntries(
    kept.map(([key, entry]) => [redactor.hide(key), hideInData(entry, redactor)]),
  );
}

function restoreIn(response: LlmResponse, redactor: Redactor, writer: Writer): LlmResponse {
  return { ...response, text: redactor.restore(response.text, writer) };
}

/** In an answer of JSON a placeholder is inside a string; any other may have JSON in it. */
function writerFor(request: LlmRequest): Writer {
  if (request.output?.type === 'json') return { skip: () => undefined, encode: escaped };
  return createJsonWriter();
}

const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Creates a writer that escapes values inside the strings of JSON in a text, and writes others as they are. */
function createJsonWriter(): Writer {
  let depth = 0;
  let isOpening = false;
  let isString = false;
  let isEscaped = false;
  const read = (character: string): void => {
    if (isString) {
      if (character === '\n') {
        // No string of JSON has a line break: these are quotation marks of prose.
        isString = false;
        depth = 0;
      }
      if (character === '"' && !isEscaped) isString = false;
      isEscaped = character === '\\' && !isEscaped;
      return;
    }
    if (isOpening && character.trim() !== '') {
      isOpening = false;
      if (!'"{[}]'.includes(character)) depth = 0;
    }
    if (character === '{' || character === '[') {
      isOpening = depth === 0;
      depth += 1;
    } else if (depth === 0) return;
    else if (character === '"') isString = true;
    else if (character === '}' || character === ']') depth -= 1;
  };
  return {
    skip(text) {
      for (const character of text) read(character);
    },
    encode: (value) => (isString ? escaped(value) : value),
  };
}

function toRule(rule: BuiltInRuleName | RedactionRule): RedactionRule {
  if (typeof rule === 'string') {
    if (Object.hasOwn(builtInRules, rule)) return builtInRules[rule];
    throw new InvalidArgumentError(
      `expected a redaction rule to be one of ${Object.keys(builtInRules).join(', ')} or { name, pattern }, got ${JSON.stringify(rule)}`,
    );
  }
  const { name, pattern, accepts } = { ...rule };
  checkPorts({ accepts }, { accepts: 'call' });
  if (typeof name !== 'string' || !ruleName.test(name) || !(pattern instanceof RegExp)) {
    throw new InvalidArgumentError(
      `expected a redaction rule { name, pattern } with a name of letters, digits and underscores and a RegExp, got ${describeKind(rule)}`,
    );
  }
  return rule;
}

/** A pattern to look for, and the name of its placeholder. */
export interface RedactionRule {
  /** Letters, digits and underscores; shown in capitals in the placeholder. */
  readonly name: string;
  readonly pattern: RegExp;
  /** A further test of a match, where a pattern alone takes too much. */
  readonly accepts?: (match: string) => boolean;
}

/** A rule of this package, which may take a part of a match only. */
interface BuiltInRule extends RedactionRule {
  /** Returns the part of a match that is meant, or null. */
  readonly narrow?: (match: string) => readonly [number, number] | null;
}

/** Names of the built-in rules, in the order in which they are applied. */
export type BuiltInRuleName = 'key' | 'email' | 'card' | 'phone';

/** Letters of scripts that are written without spaces: an address ends where they begin. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]`;
const spaced = String.raw`(?:(?!${unspaced})[\p{L}\p{M}\p{N}._%+-])`;
const localPart = String.raw`(?:${spaced}{1,64}|${unspaced}{1,64}|"(?:[^"\\\r\n]|\\.){1,64}")`;
const domain = String.raw`(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}(?:[A-Za-z0-9-]{1,63}|[\p{L}\p{M}]{1,63})`;

/**
 * Every quantifier is bounded, so a long run without a match costs a constant per character. Keys come
 * first, since they may contain what looks like a number. Patterns see a text also in its folded form
 * (`foldText`): full-width letters and digits, any dash and any space are ASCII there.
 */
const builtInRules: Readonly<Record<BuiltInRuleName, BuiltInRule>> = {
  key: {
    name: 'key',
    pattern:
      /\b(?:sk|pk|rk|gsk|xai|glpat|xox[abeoprs])[-_][A-Za-z0-9_-]{8,200}|\b(?:hf|gh[opsru]|github_pat|npm)_[A-Za-z0-9_]{20,255}|\b(?:nvapi|pplx)-[A-Za-z0-9_-]{20,255}|\beyJ[A-Za-z0-9_-]{8,512}\.[A-Za-z0-9_-]{4,4096}(?:\.[A-Za-z0-9_-]{0,1024})?|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}|\b(?:Bearer|Basic) {1,4}[A-Za-z0-9._~+/=-]{16,1000}/,
  },
  email: {
    name: 'email',
    pattern: new RegExp(String.raw`${localPart}@(?:${domain}|\[[0-9A-Za-z:.]{2,45}\])`, 'u'),
  },
  card: {
    name: 'card',
    pattern: /(?<![\d.])\d(?:[ -]{0,3}\d){12,60}(?![\d.]\d|\d)/,
    narrow: findCard,
  },
  phone: {
    // International with +, Japanese with its leading 0, North American 3-3-4. A bare run of digits or a date is not a phone number.
    name: 'phone',
    pattern:
      /\+\d{1,3}(?:[ .-]{0,3}\(?\d{1,4}\)?){2,6}|(?<![\d-])0\d{1,4}[ -]{1,3}\d{1,4}[ -]{1,3}\d{3,4}(?![\d-])|(?<!\d)0\d{1,4}[ -]?\(\d{1,4}\)[ -]?\d{3,4}(?!\d)|(?<!\d)\(0\d{1,4}\)[ -]?\d{1,4}[ -]\d{3,4}(?!\d)|(?<!\d)0[5789]0\d{8}(?!\d)|(?<![\d-])\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}(?![\d-])/,
  },
};

const minCardDigits = 13;
const maxCardDigits = 19;

/** Finds the longest card number in a row of digits, between separators: a date may precede it, an expiry follow it. */
function findCard(row: string): readonly [number, number] | null {
  const places = [...row.matchAll(/\d/g)].map((match) => match.index);
  const isEdge = (place: number): boolean =>
    places[place] === undefined || places[place] !== (places[place - 1] ?? -2) + 1;
  for (let first = 0; first + minCardDigits <= places.length; first += 1) {
    if (!isEdge(first)) continue;
    for (let count = maxCardDigits; count >= minCardDigits; count -= 1) {
      const from = places[first] ?? 0;
      const last = places[first + count - 1];
      if (last === undefined || !isEdge(first + count)) continue;
      if (passesLuhn(row.slice(from, last + 1))) return [from, last + 1];
    }
  }
  return null;
}

/** The check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(match: string): boolean {
  const digits = Array.from(match.replaceAll(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

type Redactor = ReturnType<typeof createRedactor>;

/** The form of a placeholder; names are capitals, digits and underscores. */
const placeholder = /\[\[[A-Z][A-Z0-9_]{0,40}_\d{1,6}\]\]/g;

interface Segment {
  readonly text: string;
  readonly hidden: boolean;
  /** Computed once for all rules; null for ASCII. */
  folded?: FoldedText | null;
}

/**
 * Creates a redactor for one call: equal values get equal placeholders, numbered by rule in the order they appear.
 * A placeholder that is in the text already is hidden like a value, so restoring gives it back as it was.
 */
function createRedactor(rules: readonly BuiltInRule[]) {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();

  const placeholderFor = (name: string, value: string): string => {
    const key = `${name}\n${value}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const made = `[[${name}_${count}]]`;
    placeholders.set(key, made);
    values.set(made, value);
    return made;
  };
  const literal: BuiltInRule = { name: 'literal', pattern: placeholder };

  return {
    hide: (text: string): string =>
      [literal, ...rules]
        .reduce<readonly Segment[]>(
          (segments, rule) =>
            segments.flatMap((segment) =>
              segment.hidden ? segment : split(segment, rule, placeholderFor),
            ),
          [{ text, hidden: false }],
        )
        .map((segment) => segment.text)
        .join(''),
    /** Puts the values back. */
    restore(text: string, writer: Writer): string {
      if (values.size === 0) return text;
      let from = 0;
      const restored = text.replaceAll(placeholder, (found: string, at: number) => {
        writer.skip(text.slice(from, at));
        from = at + found.length;
        const value = values.get(found);
        return value === undefined ? found : writer.encode(value);
      });
      writer.skip(text.slice(from));
      return restored;
    },
  };
}

/** Cuts a segment at the matches of one rule; a match is not looked at again by later rules. */
function split(
  segment: Segment,
  rule: BuiltInRule,
  placeholderFor: (name: string, value: string) => string,
): readonly Segment[] {
  const { text } = segment;
  const name = rule.name.toUpperCase();
  const segments: Segment[] = [];
  let from = 0;
  for (const [start, end] of rangesOf(segment, rule)) {
    segments.push({ text: text.slice(from, start), hidden: false });
    segments.push({ text: placeholderFor(name, text.slice(start, end)), hidden: true });
    from = end;
  }
  return from === 0 ? [segment] : [...segments, { text: text.slice(from), hidden: false }];
}

type Range = readonly [number, number];

/** Matches in the text as it is, and in its folded form: own rules may be written for either. */
function rangesOf(segment: Segment, rule: BuiltInRule): readonly Range[] {
  const { text } = segment;
  segment.folded ??= foldText(text);
  const { folded } = segment;
  const plain = matchesIn(text, rule);
  if (folded === null) return plain;
  const others = matchesIn(folded.text, rule).map(([from, to]) => folded.originalRange(from, to));
  return merged([...plain, ...others]);
}

/** Ranges in order, those that overlap as one. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.toSorted((left, right) => left[0] - right[0])) {
    const last = result.at(-1);
    if (last === undefined || start >= last[1]) result.push([start, end]);
    else result[result.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return result;
}

function matchesIn(text: string, rule: BuiltInRule): readonly Range[] {
  const flags = `${rule.pattern.flags.replaceAll(/[gy]/g, '')}g`;
  return [...text.matchAll(new RegExp(rule.pattern.source, flags))].flatMap((match): Range[] => {
    const [value] = match;
    if (value === '' || rule.accepts?.(value) === false) return [];
    const [from, to] =
      rule.narrow === undefined ? [0, value.length] : (rule.narrow(value) ?? [0, 0]);
    return to === 0 ? [] : [[match.index + from, match.index + to]];
  });
}

/** The start of a placeholder at the end of a text: what must wait for the next delta. */
const unfinished = /\[(?:\[(?:[A-Z][A-Z0-9_]{0,47}\]?)?)?$/;

/** Cuts a text before an unfinished placeholder at its end. */
function splitUnfinished(text: string): { readonly ready: string; readonly rest: string } {
  const start = unfinished.exec(text)?.index ?? text.length;
  return { ready: text.slice(0, start), rest: text.slice(start) };
}
