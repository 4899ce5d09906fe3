import { InvalidArgumentError } from '@kanmon/core';
import { describeValue, withoutUndefined } from '@kanmon/core/kit';
import type { Token, Tokenizer } from './vocabulary/terms.ts';

/** The members of a kuromoji token that are read. */
export interface KuromojiToken {
  readonly surface_form: string;
  readonly word_position: number;
  readonly pos: string;
  readonly pos_detail_1?: string;
  readonly basic_form?: string;
  readonly reading?: string | undefined;
}

/** A built kuromoji tokenizer, of `kuromoji` or `@sglkc/kuromoji`. */
export interface KuromojiInstance {
  tokenize(text: string): readonly KuromojiToken[];
}

/** The callback builder of kuromoji. */
export interface KuromojiBuilder {
  build(callback: (error: Error | null, tokenizer: KuromojiInstance) => void): void;
}

const partsOfSpeech: ReadonlyMap<string, Token['pos']> = new Map(
  Object.entries({ 名詞: 'noun', 接頭詞: 'noun', 動詞: 'verb', 形容詞: 'adjective' } as const),
);
/** Nouns that name nothing: こと, それ. */
const emptyNouns = new Set(['非自立', '代名詞', '特殊', '動詞非自立的']);

/** Wraps a built tokenizer. Offsets are counted again, because kuromoji counts code points. */
export function createKuromojiTokenizer(instance: KuromojiInstance): Tokenizer {
  if (typeof instance?.tokenize !== 'function') {
    throw new InvalidArgumentError(
      'expected a built kuromoji tokenizer with a tokenize function; buildKuromojiTokenizer makes one from a builder',
    );
  }
  return { name: 'kuromoji', tokenize: (text) => readKuromoji(text, instance.tokenize(text)) };
}

/** Builds the tokenizer of a kuromoji builder and wraps it. */
export function buildKuromojiTokenizer(builder: KuromojiBuilder): Promise<Tokenizer> {
  return new Promise((resolve, reject) => {
    if (typeof Reflect.get(Object(builder), 'build') !== 'function')
      throw new InvalidArgumentError(
        `expected buildKuromojiTokenizer(builder) with a builder of kuromoji, got ${describeValue(builder)}`,
      );
    builder.build((error, instance) => {
      // kuromoji calls back with null or undefined when all went well.
      if (error instanceof Error) reject(error);
      else resolve(createKuromojiTokenizer(instance));
    });
  });
}

function readKuromoji(text: string, tokens: readonly KuromojiToken[]): readonly Token[] {
  let cursor = 0;
  return tokens.map((token) => {
    const found = text.indexOf(token.surface_form, cursor);
    const start = found < 0 ? token.word_position - 1 : found;
    cursor = start + token.surface_form.length;
    return withoutUndefined({
      surface: token.surface_form,
      start,
      pos: partsOfSpeech.get(token.pos) ?? 'other',
      base: knownForm(token.basic_form),
      reading: knownForm(token.reading),
      stop: emptyNouns.has(token.pos_detail_1 ?? '') ? true : undefined,
    });
  });
}

/** kuromoji writes `*` for a form that its dictionary does not have. */
function knownForm(form: string | undefined): string | undefined {
  return form === '*' ? undefined : form;
}
