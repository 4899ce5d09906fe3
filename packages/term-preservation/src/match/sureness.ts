import { countUnits, isJapanese, isKatakana } from '../text/characters.ts';
import { foldTerm } from '../text/fold-term.ts';
import {
  type Sureness,
  type RequiredTerm,
  type TermVerdict,
  isLiteralKind,
} from '../vocabulary/terms.ts';
import { splitFullName } from '../words/japanese-names.ts';
import { englishWorkVerbs, genericWords, isStopWord } from '../words/stop-words.ts';
import { isNameForm } from './exact-rungs.ts';
import { isUpper } from '../quantity/quantity.ts';
import { isCounter } from '../quantity/units.ts';
import { formOf } from './find-mentions.ts';
import { readQuantity } from './plan-quantities.ts';

/** The kind of trace that a term has in the plan. */
type TermClass = 'found' | 'lost' | 'name' | 'loan-word' | 'word' | 'acronym' | 'partial';

/**
 * The sureness of each class, and the score that a missing term keeps. Share of real losses, over 4,100 terms of
 * five sets by different authors: found .002, lost .987, name .89, loan-word .67, word .62, acronym .5, partial .18.
 * Plain words vary by author (from 23 % to 70 %), so none of them rejects.
 */
const classes: Readonly<
  Record<TermClass, { readonly sureness: Sureness; readonly score: number }>
> = {
  found: { sureness: 'found', score: 0 },
  lost: { sureness: 'lost', score: 0 },
  name: { sureness: 'likely', score: 0.02 },
  'loan-word': { sureness: 'likely', score: 0.06 },
  word: { sureness: 'unsure', score: 0.08 },
  acronym: { sureness: 'unsure', score: 0.1 },
  partial: { sureness: 'unsure', score: 0 },
};

/**
 * Adds its sureness to the verdict on a required term. A word without any trace keeps a small score: a plan may express
 * it in other words, which it cannot do with a number or a path.
 */
export function withSureness(verdict: TermVerdict, plan: string): TermVerdict {
  const { sureness, score } = classes[classOf(verdict, plan)];
  return { ...verdict, sureness, score: plan === '' ? 0 : Math.max(verdict.score, score) };
}

/**
 * Weights of a logistic model of a term without a trace that is in the plan in other words, fitted on 3,040 such terms of
 * 26 sets: what it scored, the logarithm of its words (a long phrase leaves a trace), and that of the plan's content
 * words per content word of the terms. With each of 20 rounds left out of the fit in turn, the AUC of all terms rises
 * by .008 in Japanese and .010 in English.
 */
const otherWords = { constant: 2.1, score: 2.4, length: -1.1, plan: 1.5 };

/** Ranks the terms without a trace. Their scores stay under that of an uncertain term, which is `limit`. */
export function rankMissing(
  verdicts: readonly TermVerdict[],
  folded: string,
  limit: number,
): readonly TermVerdict[] {
  const required = verdicts.filter(({ term }) => term.polarity === 'required');
  const texts = foldTerm(required.map(({ term }) => term.text).join('\n'));
  const plan = Math.log(contentWords(folded) / contentWords(texts));
  return verdicts.map((verdict) => {
    const { term, status, sureness, score } = verdict;
    if (status !== 'missing' || sureness === 'lost' || folded === '') return verdict;
    const sum =
      otherWords.constant +
      otherWords.score * score +
      otherWords.length * Math.log(1 + contentWords(foldTerm(term.text))) +
      otherWords.plan * plan;
    return { ...verdict, score: limit / (1 + Math.exp(-sum)) };
  });
}

/** Returns true for a verdict that an adjudicator may be asked about. */
export function isOpen({ sureness }: TermVerdict): boolean {
  return sureness === 'likely' || sureness === 'unsure';
}

/** Returns true for a product or service without any trace in the plan. */
export function isLostName(verdict: TermVerdict): boolean {
  return classOf(verdict) === 'name';
}

/**
 * Weights of a logistic model of a plan that lost something, fitted on 2,400 plans of 26 sets: lost and likely lost terms
 * (two of each at most), the share of terms that are found in part, the logarithm of the plan's content words per
 * content word of the terms, and a plan that hedges. A plan with fewer words than the terms has left something out. With
 * each of 20 rounds left out of the fit in turn, the mean AUC is .89 on that round.
 */
const weights = {
  constant: 0.04,
  lost: 3.5,
  likely: 0.35,
  partial: -1.1,
  length: -1.6,
  hedge: 1.6,
};
const mostLost = 2;
/** The risk of a plan in which every term is found: the share of such terms that are lost all the same. */
const leastRisk = 0.002;

/** Words that make a duty a possibility. 25 plans that lost something have one, and no whole plan. */
const hedges =
  /\b(?:consider|if (?:there (?:is|'s) |we have |you have )?(?:any )?(?:time|possible)|time (?:allows|permit)|where possible|ideally|optional|look into)|検討|適宜|余裕|できれば|可能なら|努め/;

/** Returns the risk from 0 to 1 that a plan lost something. Plans whose terms are all found have the least. */
export function planRisk(required: readonly TermVerdict[], folded: string): number {
  if (required.length === 0) return 0;
  const texts = foldTerm(required.map(({ term }) => term.text).join('\n'));
  const hedge = hedges.exec(folded)?.[0];
  const isHedged = hedge !== undefined && !texts.includes(hedge);
  if (!isHedged && required.every(({ status }) => status === 'preserved')) return leastRisk;
  const countOf = (wanted: Sureness): number =>
    Math.min(mostLost, required.filter(({ sureness }) => sureness === wanted).length);
  const partial = required.filter(({ status }) => status === 'uncertain').length / required.length;
  const sum =
    weights.constant +
    weights.lost * countOf('lost') +
    weights.likely * countOf('likely') +
    weights.partial * partial +
    weights.length * Math.log(contentWords(folded) / contentWords(texts)) +
    (isHedged ? weights.hedge : 0);
  return Math.round(1e4 / (1 + Math.exp(-sum))) / 1e4;
}

/** Returns the number of kanji, katakana words and Latin words of a folded text that carry a meaning, and 1 for none. */
function contentWords(folded: string): number {
  const words = folded.match(/[a-z][a-z'-]+|[一-龠]|[ァ-ヶー]{2,}/g) ?? [];
  return Math.max(1, words.filter((word) => !isStopWord(word)).length);
}

/** The class of a verdict; without the text of the plan, of one that has its sureness. */
function classOf(
  { term, status, reason, nearest, sureness }: TermVerdict,
  plan?: string,
): TermClass {
  // A plan without text has lost everything.
  if (sureness === 'lost' || plan === '') return 'lost';
  if (status === 'preserved') return 'found';
  const isFullName = splitFullName(term.text) !== undefined;
  if (isFullName && plan !== undefined && isWithoutParts(term.text, plan)) return 'lost';
  if (status === 'uncertain') return 'partial';
  // All its mentions put it out of scope, or it has another number.
  if (reason === 'only-negated' || reason === 'number-changed') return 'lost';
  if (plan !== undefined && isProperName(term.text) && isWithoutParts(term.text, plan))
    return 'lost';
  if (isName(term)) return nearest === undefined ? 'name' : 'partial';
  if (formOf(term) === 'quantity' && reason === 'not-found' && hasWords(term.text, plan ?? ''))
    return 'word';
  if (formOf(term) === 'version' && plan !== undefined && isRestOf(term.text, plan)) return 'word';
  if (quarter.test(term.text) && (plan === undefined || monthNames.test(plan))) return 'word';
  if (isLiteralKind(formOf(term)) && !formula.test(term.text) && !/^[a-z][A-Z]$/.test(term.text))
    return 'lost';
  // SUMMER20: a code, and no initials
  if (/^[A-Z]{3,12}\d{2,6}$/.test(term.text)) return 'lost';
  if (/^[A-Z][A-Z0-9]{1,5}s?$/.test(term.text)) return 'acronym';
  const folded = foldTerm(term.text);
  return countUnits(folded, isKatakana) === folded.length ? 'loan-word' : 'word';
}

/**
 * People and places: two capitalized words or more, or a name before its title. Where the plan has no part of such a
 * name, 48 of 49 are lost over 21 rounds; of products and single words 82 % are.
 */
const properName =
  /^(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][a-zà-ÿ’'-]+(?: [A-Z][a-zà-ÿ’'-]+)+$|^(?:Dr|Mr|Mrs|Ms|Prof)\.? [A-Z][a-zà-ÿ’'-]+$/;
/** PagerDuty, GitLab: a capital inside a word. */
const brandName = /^[A-Z][a-z]+[A-Z][a-z]+$/;
const titledName = /^([一-龠]{1,3}|[ァ-ヶー]{2,8})(?:さん|様|氏|先生|くん|君)$/;
/** 患者さん, 業者さん: a role and no name. */
const roleEnd =
  /[者員客主医師生徒人屋手長親御父母娘孫方会社店様皆]$|^(?:お|ご|スタッフ|メンバー|ユーザー)/;
/** Languages have codes (pt-BR), and holidays dates (Boxing Day). */
const otherwiseNamed = /(?:ish|ese)$|(?:[Dd]ay|Eve|Week|Month|Year|Spring|Summer|Autumn|Winter)\b/;

function isProperName(text: string): boolean {
  const [, name] = titledName.exec(text) ?? [];
  if (name !== undefined) return !roleEnd.test(name);
  return brandName.test(text) || (properName.test(text) && !otherwiseNamed.test(text));
}

/** Returns true when no part of a name is in the plan, which is written in the same script. */
function isWithoutParts(text: string, plan: string): boolean {
  const full = splitFullName(text);
  if (full !== undefined)
    return !full.some((part) => plan.includes(part)) && countUnits(plan, isJapanese) > 0;
  const name = titledName.exec(text)?.[1];
  if (name !== undefined)
    return !plan.includes(name.slice(0, 2)) && countUnits(plan, isJapanese) > 0;
  const words = text.toLowerCase().match(/[a-zà-ÿ]{3,}/g) ?? [];
  const initials = words.map((word) => word.charAt(0)).join('');
  if (words.length > 2 && plan.includes(initials)) return false;
  return (
    countUnits(plan, isJapanese) === 0 && !words.some((word) => plan.includes(word.slice(0, 5)))
  );
}

/** "3.3 and earlier is refused" for 3.4 or newer. */
function isRestOf(text: string, plan: string): boolean {
  return (
    /or (?:newer|later|higher|above)|以[降上]|\+$/.test(text) &&
    /\d(?: (?:or|and) (?:earlier|older|below|lower)|まで|以[前下]|未満|より前)/.test(plan)
  );
}

/** Q2 2023 is April to June, where the business year is that of the calendar. */
const quarter = /^Q[1-4]\b|\bQ[1-4]$|第[1-4一二三四]四半期/;
const monthNames =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b|\d月/i;

/** NaOH: a substance, which has a name. */
const formula =
  /^(?=.{2,20}$)(?=.*(?:O|H|Cl))(?:(?:Na|Cl|Ca|Mg|Fe|Cu|Zn|Ag|Al|[HCNOFPSK])\d?){2,}$/;

/** A plan may name so many things one by one: 2曲 as 「A」「B」両方, 3日間 as three days, "two pitches" as A and B. */
const largestEnumerated = 4;
/** Words of a pair or of three. */
const pairWords =
  /\b(?:second|third|both|n?either|others?|another|again|pairs?|twins?|twice|thrice|half|halves|each|double|(?:du|tri)plicate)\b|[両片双各再隔倍泊]|どちら|いずれ|ペア|もう|それぞれ|中日/;
/** Lists of things. What may be fewer is not listed. */
const enumeration =
  /\b[a-z\d] and [a-z\d]\b|[a-z], [a-z\s]{2,40},? (?:and )?[a-z]|[一-龠ァ-ヶ]と[一-龠ァ-ヶ]|[一-龠ァ-ヶ」]・|」「|[一-龠ァ-ヶ]、[一-龠ァ-ヶ]{1,6}[、とを]/;

/** Days have names (Christmas, 大晦日), and places in the calendar (the end of the month). */
const dayNames =
  /\b(?!(?:an?|per|each|every|the|one|two|three|same|that|this|any|working|business|full|first|last|all|half)\b)[a-z']{3,15} day\b|\b(?:eve|tomorrow|yesterday|today|day (?:before|after)|easter|halloween)\b|christmas|new year|valentine|(?:end|start|beginning|middle) of|元[日旦]|大晦日|[祝休前翌当のる]日(?![間数曜])|節句|年度|月[初末]|年[末始]|[上中下]旬|クリスマス|バレンタイン|ハロウィン/;
/** Months are also a part of a longer period. */
const periodNames =
  /\b(?:week|quarter|season|mid|early|late|month of|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)\b|spring|summer|autumn|winter|[春夏秋冬]|[来昨今]年|四半期/;
/** Years have names beside their number. */
const yearNames = /[来昨今]年|\b(?:this|next|last) year|[a-z]{3,4}ties\b/;
/** Full hours have names, too. */
const hourNames =
  /noon|midday|midnight|morning|evening|\b(?:day|night|dawn|dusk|lunch|breakfast|dinner|opening|closing)\b|[朝昼夕晩夜]|始業|終業|開[店館場]|閉[店館場]|定時|日付が変/;

const weekdayNames = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|[月火水木金土日]曜/;

/** Returns true for a value that the plan may express without any number. */
function hasWords(text: string, plan: string): boolean {
  const { dimension, low, high, raw, side, bound } = readQuantity(text) ?? {};
  if (dimension === undefined || raw === undefined || low === undefined) return false;
  if (dimension === 'date') return dayNames.test(plan);
  if (dimension.endsWith('month')) return dayNames.test(plan) || periodNames.test(plan);
  if (dimension === 'year') return yearNames.test(plan);
  if (dimension === 'clock' && low % 60 === 0) return hourNames.test(plan);
  // A third is one of three equal parts.
  if (dimension === 'ratio' && raw < low && raw % 1 === 0)
    return /\b(?:equal|split|divid|thirds|quarters|fifths)|等分|[つ山等]に分/.test(plan);
  if (low !== high || raw % 1 !== 0) return false;
  // 十分 is ten minutes, and enough.
  if (dimension === 'time' && low === 600 && side === undefined && plan.includes('十分'))
    return true;
  // 24 hours are until the next day.
  if (dimension === 'time' && low === 86_400 && raw > 1) return dayNames.test(plan);
  const isDays = dimension === 'time' && low === raw * 86_400;
  // Five days before Friday: the Sunday before
  if (isDays && side === 'before' && raw <= 14 && weekdayNames.test(plan)) return true;
  const isSmall = isDays || dimension.startsWith('#') || isCounter(dimension);
  // at least 1: a, any, a single
  if (raw === 1) return isSmall || dimension === '';
  if (raw > largestEnumerated || !isSmall) return false;
  return pairWords.test(plan) || (!(bound && isUpper(bound)) && enumeration.test(plan));
}

/** Names of products and services: GitHub, ECS Fargate, Slack. A capital may also open the request or a sentence (Export). */
function isName(term: RequiredTerm): boolean {
  const { text } = term;
  if (isNameForm(formOf(term), text)) return true;
  if (isLiteralKind(formOf(term)) || countUnits(text, isJapanese) > 0) return false;
  const words = text.split(/\s+/);
  if (!words.every((word) => /^[A-Z][A-Za-z0-9.&'-]*$/.test(word)) || !/[a-z]/.test(text))
    return false;
  return words.length > 1 || (term.span?.start !== 0 && !isCommonWord(text.toLowerCase()));
}

/** Rerun, Reroute: verbs that open a sentence. */
const commonBeginning = /^(?:re|un|over|out|pre)[a-z-]{3,20}$/;
const commonEnding =
  /(?:ing|ion|ment|ness|ity|ance|ence|ers?|ors?|ed|al|ly|age|ory|ary|ive|ble|ss|(?<![sui])s|[a-z]{4}(?:i[sz]e|ate|ify))$/;

function isCommonWord(word: string): boolean {
  return (
    isStopWord(word) ||
    englishWorkVerbs.has(word) ||
    genericWords.has(word) ||
    commonBeginning.test(word) ||
    commonEnding.test(word)
  );
}
