import { kindOf } from '../extract/type-term.ts';
import { isHiragana, isKatakana } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import { readTokens } from '../text/read-tokens.ts';
import {
  isExactKind,
  type RequiredTerm,
  type SynonymSource,
  type Tokenizer,
} from '../vocabulary/terms.ts';
import { findCovers, type PieceCache } from './cover-rung.ts';
import { findExact } from './exact-rungs.ts';
import { compileForm, findForm } from './form-rungs.ts';
import type { Mention } from './mention.ts';
import { isNegatedIn, type PlanIndex } from './plan-index.ts';
import { findQuantity } from './quantity-rung.ts';

const synonymScore = 0.95;
const readingScore = 0.9;
/** Longer terms take the literal and variant rungs only. */
const longestLadder = 200;
/** Shortest reading that tells words apart. */
const shortestReading = 3;

/** What the ladder needs besides the term. */
export interface Ladder {
  readonly index: PlanIndex;
  readonly synonyms: readonly SynonymSource[];
  readonly tokenizer?: Tokenizer;
  readonly compoundScope: 'task' | 'plan';
  readonly pieces: PieceCache;
}

/** All mentions of a required term, negated ones marked, and for a quantity the nearest other value. */
export function findMentions(
  term: RequiredTerm,
  ladder: Ladder,
): { readonly mentions: readonly Mention[]; readonly nearest?: Mention } {
  const kind = term.kind === 'custom' ? kindOf(term.text) : term.kind;
  const forms = [term.text, ...(term.aliases ?? [])];
  if (isExactKind(kind))
    return { mentions: forms.flatMap((form) => findExact(ladder.index, kind, form)) };
  if (kind === 'quantity') {
    const answers = forms.map((form) => findQuantity(ladder.index, form));
    const nearest = answers[0]?.nearest;
    return {
      mentions: answers.flatMap((each) => each.mentions),
      ...(nearest === undefined ? {} : { nearest }),
    };
  }
  return { mentions: forms.flatMap((form) => findWord(foldTerm(form), ladder)) };
}

/** Forbidden terms: no cover and, unless asked for, no synonyms: a near miss is no violation. */
export function findForbidden(
  term: RequiredTerm,
  ladder: Ladder,
  withSynonyms: boolean,
): readonly Mention[] {
  if (isExactKind(term.kind)) return findExact(ladder.index, term.kind, term.text);
  if (term.kind === 'quantity')
    return findQuantity(ladder.index, term.text).mentions.filter((each) => each.score === 1);
  const folded = foldTerm(term.text);
  const own = findForm(ladder.index, compileForm(folded), folded.length <= longestLadder);
  return withSynonyms ? [...own, ...findSynonyms(folded, ladder)] : own;
}

function findWord(folded: string, ladder: Ladder): readonly Mention[] {
  const short = folded.length <= longestLadder;
  const mentions = [...findForm(ladder.index, compileForm(folded), short)];
  if (!short) return mentions;
  mentions.push(...findReadings(folded, ladder), ...findSynonyms(folded, ladder));
  const settled = new Set(
    mentions
      .filter((each) => !each.negated && each.score >= 0.9)
      .map((each) => each.field.taskIndex),
  );
  for (const cover of findCovers(
    ladder.index,
    folded,
    ladder.synonyms,
    ladder.pieces,
    ladder.compoundScope,
  )) {
    if (!settled.has(cover.field.taskIndex)) mentions.push(cover);
  }
  return mentions;
}

function findSynonyms(folded: string, ladder: Ladder): readonly Mention[] {
  return ladder.synonyms.flatMap((source) =>
    source
      .lookup(folded)
      .flatMap((form) =>
        findForm(ladder.index, compileForm(foldTerm(form)), true).map((mention) =>
          throughSynonym(mention, form),
        ),
      ),
  );
}

function throughSynonym(mention: Mention, via: string): Mention {
  const { field, span, negated } = mention;
  return {
    field,
    span,
    negated,
    method: 'synonym',
    score: Math.min(mention.score, synonymScore),
    via,
  };
}

/** たなおろし for 棚卸し: equal readings on token borders, one side in kana. */
function findReadings(folded: string, ladder: Ladder): readonly Mention[] {
  const { tokenizer } = ladder;
  if (tokenizer === undefined) return [];
  const wanted = readingOf(tokenizer, folded);
  if (wanted.length < shortestReading) return [];
  const kana = isKana(folded);
  return ladder.index.fields.flatMap((field) => {
    const tokens = readTokens(tokenizer, field.original);
    const found: Mention[] = [];
    for (let from = 0; from < tokens.length; from += 1) {
      let reading = '';
      for (let to = from; to < tokens.length && reading.length < wanted.length; to += 1) {
        const token = tokens[to];
        const first = tokens[from];
        if (token === undefined || first === undefined) break;
        reading += toKatakana(token.reading ?? token.surface);
        const span = { start: first.start, end: token.start + token.surface.length };
        if (reading === wanted && (kana || isKana(field.original.slice(span.start, span.end)))) {
          found.push({
            field,
            span,
            method: 'reading',
            score: readingScore,
            negated: isNegatedIn(field, span),
          });
        }
      }
    }
    return found;
  });
}

function readingOf(tokenizer: Tokenizer, text: string): string {
  return readTokens(tokenizer, text)
    .map((token) => toKatakana(token.reading ?? token.surface))
    .join('');
}

function isKana(text: string): boolean {
  return Array.from(text).every(
    (unit) => isHiragana(unit.charCodeAt(0)) || isKatakana(unit.charCodeAt(0)),
  );
}

function toKatakana(text: string): string {
  return text.replace(/[\u3041-\u3096]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0x60));
}
