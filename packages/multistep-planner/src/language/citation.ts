import type { Language } from '@kanmon/core';

/** Quotes a text with its source, which ends the paragraph. */
export function withCitation(text: string, source: string, language: Language): string {
  return language === 'ja' ? `${text}（出典: ${source}）` : `${text} (source: ${source})`;
}

/** Returns an answer without its citations: an id or a title is no word of the dialog. */
export function withoutCitations(text: string): string {
  return text.replaceAll(citation, '');
}

const citation = /(?: \(source: .{1,200}\)|（出典: .{1,200}）)$/gmu;
