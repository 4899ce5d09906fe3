import { checkOptions, withoutUndefined } from '@kanmon/core/kit';
import {
  derivedTitle,
  type ImportAdapter,
  importWarning,
  type ImportWarning,
  type LoadedSource,
  type NormalizedItem,
} from '../../import/source.ts';
import type { LineSource } from '../../model/review.ts';
import {
  checkPdfOptions,
  extractPdf,
  type ExtractPdfOptions,
  type PdfContent,
  type PdfWarning,
} from './extract-pdf.ts';
import type { PdfParagraph } from './reflow.ts';

/** PDFs through the engine that is named; there is no other to fall back to. */
export function createPdfAdapter(options: Omit<ExtractPdfOptions, 'signal'>): ImportAdapter {
  checkOptions(
    options,
    'engine maxBytes maxPages timeoutMs reflow squeeze',
    'createPdfAdapter(options)',
  );
  checkPdfOptions(options);
  return {
    kind: 'pdf',
    accepts: ({ contentType, name }) =>
      contentType === 'application/pdf' ? 1 : /\.pdf$/i.test(name) ? 0.95 : 0,
    async read(loaded, { signal, locale }) {
      const content = await extractPdf(loaded.bytes, {
        ...options,
        ...withoutUndefined({ signal }),
      });
      return {
        items: itemsOf(content, loaded, locale),
        warnings: content.warnings.map((warning) => warningOf(warning, loaded.name, locale)),
        engine: options.engine.name,
      };
    },
  };
}

interface Group {
  readonly page: number;
  readonly heading: PdfParagraph | null;
  readonly body: { readonly text: string; readonly page: number }[];
}

/** Items begin at headings, and at each page of slides; without any heading, one a page. */
function itemsOf(
  { pages, images }: PdfContent,
  loaded: LoadedSource,
  locale: 'ja' | 'en',
): readonly NormalizedItem[] {
  const hasHeading = pages.some(({ paragraphs }) => paragraphs.some(({ heading }) => heading));
  const titled = pages.filter(({ paragraphs }) => paragraphs[0]?.heading === true);
  const areSlides =
    titled.length > pages.length / 2 && pages.every(({ isLandscape }) => isLandscape === true);
  const groups: Group[] = [];
  for (const { number, paragraphs } of pages) {
    if (!hasHeading || areSlides) groups.push({ page: number, heading: null, body: [] });
    for (const paragraph of paragraphs) {
      if (paragraph.heading || groups.length === 0)
        groups.push({ page: number, heading: paragraph.heading ? paragraph : null, body: [] });
      if (!paragraph.heading) groups.at(-1)?.body.push({ text: paragraph.text, page: number });
    }
  }
  return groups
    .filter(({ heading, body }) => heading !== null || body.length > 0)
    .map(({ page, heading, body }, index, all) => {
      // An image goes with what begins on its page or before; those before the first item go with it.
      const until = all[index + 1]?.page ?? Infinity;
      const own = images.filter(
        (image) => (index === 0 || image.page >= page) && image.page < until,
      );
      const place = { source: loaded.name, source_hash: loaded.hash };
      const lines: LineSource[] = [
        { field: 'title', line: 0, page, ...place },
        ...body.map((each, line) =>
          Object.assign({ field: 'body', line, page: each.page } as const, place),
        ),
      ];
      return {
        id: null,
        title: heading?.text ?? derivedTitle(loaded, locale),
        body: body.map(({ text }) => text),
        attachments: own.map((image) => ({ kind: 'image' as const, label: '', page: image.page })),
        source_meta: {
          source: loaded.name,
          hash: loaded.hash,
          page,
          line: 1,
          title_origin: heading === null ? ('derived' as const) : ('heading' as const),
          lines,
        },
      };
    });
}

function warningOf(
  { code, page, message = '' }: PdfWarning,
  source: string,
  locale: 'ja' | 'en',
): ImportWarning {
  const texts = {
    cmaps_missing: {
      ja: 'CMap が見つからないため、日本語の文字が欠けることがあります。',
      en: 'The CMaps were not found; Japanese text may be missing.',
    },
    pdf_page_without_text: {
      ja: `${page ?? 0}ページ目に文字がありません。`,
      en: `Page ${page ?? 0} has no text.`,
    },
    pdf_right_to_left: {
      ja: `${page ?? 0}ページ目以降に右から左へ書く文字があります。語順を確かめてください。`,
      en: `From page ${page ?? 0} on there is text from right to left; check the order of its words.`,
    },
    engine_warning: { ja: message, en: message },
  };
  return importWarning(code, source, locale, texts[code], withoutUndefined({ page }));
}
