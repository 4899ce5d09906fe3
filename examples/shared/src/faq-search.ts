import type { Language, Locale } from '@kanmon/core';
import type { SearchTool } from '@kanmon/multistep-planner';
import { faqUrl, readFaq } from './faq.ts';
import { createPassageIndex, type PassageIndex, type Passage } from './passage-index.ts';

/**
 * The search over the shop's FAQ, in the language of the request (English for any other one). The
 * filter `category` holds hits to one category; other filters find nothing rather than being ignored.
 */
export function createFaqSearch(): SearchTool {
  const indexes: Readonly<Record<Locale, PassageIndex<Passage & { readonly url: string }>>> = {
    ja: indexOf('ja'),
    en: indexOf('en'),
  };
  return {
    search: ({ query, topK, filters, language }) => {
      const category = categoryOf(filters ?? {});
      const found =
        category === null ? [] : indexes[localeOf(language)].find(query, { topK, ...category });
      return Promise.resolve(
        found.map(({ passage: { id, title, text, url, category: of = '' }, score }) => ({
          id,
          title,
          text,
          url,
          score,
          metadata: { category: of },
        })),
      );
    },
  };
}

function indexOf(locale: Locale): PassageIndex<Passage & { readonly url: string }> {
  return createPassageIndex(
    readFaq(locale).map((entry) => ({
      id: entry.id,
      title: entry.question,
      text: entry.answer,
      category: entry.category,
      url: faqUrl(entry),
    })),
  );
}

function localeOf(language: Language): Locale {
  return language === 'ja' ? 'ja' : 'en';
}

/** The category that the filters ask for; null when they ask for something that is not here. */
function categoryOf(filters: Readonly<Record<string, unknown>>): { category?: string } | null {
  const { category, ...others } = filters;
  if (Object.keys(others).length > 0) return null;
  if (category === undefined) return {};
  return typeof category === 'string' ? { category } : null;
}
