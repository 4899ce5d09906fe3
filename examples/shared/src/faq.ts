import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@kanmon/core';
import * as z from 'zod';

const faqEntrySchema = z.object({
  id: z.string(),
  category: z.string(),
  question: z.string(),
  answer: z.string(),
});

/** One question and answer of the shop. Both languages use the same ids. */
export type FaqEntry = Readonly<z.infer<typeof faqEntrySchema>>;

/** The FAQ of an online shop for kitchen tools: 40 entries of our own, in Japanese and in English. */
export function readFaq(locale: Locale): readonly FaqEntry[] {
  const path = join(import.meta.dirname, `../faq-data/faq.${locale}.json`);
  return z.array(faqEntrySchema).parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** The address of an entry; the shop does not exist. */
export function faqUrl({ id }: FaqEntry): string {
  return `https://shop.example/faq/${id}`;
}
