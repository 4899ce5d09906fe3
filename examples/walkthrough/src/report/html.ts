/** HTML that is safe to insert: everything in it was written by us or escaped. */
export interface Html {
  readonly html: string;
}

type HtmlValue = string | number | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag that escapes every value but other `Html`. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + toMarkup(values[index] ?? ''));
  return { html: parts.join('') };
}

/** Markup from a renderer that escapes for itself. */
export function trustedHtml(markup: string): Html {
  return { html: markup };
}

function toMarkup(value: HtmlValue): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'html' in value ? value.html : value.map((item) => item.html).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
