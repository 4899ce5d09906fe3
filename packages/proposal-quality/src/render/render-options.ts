import type { Locale } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';

/** How a report is written out. */
export interface RenderOptions {
  /** @default 'markdown' */
  readonly format?: 'markdown' | 'text';
  /** Language of the section titles. @default that of the report */
  readonly locale?: Locale;
  /** Titles by node id, shown beside ids. */
  readonly titles?: Readonly<Record<string, string>>;
}

const renderOptions: OptionNames<RenderOptions> = { format: true, locale: true, titles: true };

/** Throws `InvalidArgumentError` for an unknown option. */
export function checkRenderOptions(options: RenderOptions, where: string): void {
  checkOptions(options, renderOptions, where);
}

/** Writes values and layout in one format. */
export interface Writer {
  /** A value of the report. */
  value(text: string): string;
  /** A node: its id, and its title where one is known. */
  node(id: string, title?: string): string;
  /** A written value in round brackets. */
  bracketed(written: string): string;
  heading(level: 1 | 2 | 3, text: string): string;
  bullet(text: string): string;
  bold(label: string): string;
}
