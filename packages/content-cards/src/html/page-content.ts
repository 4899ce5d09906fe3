/** A piece of a page that stands on its own lines. */
export interface HtmlBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row';
  /** Of headings, 1 to 6. */
  readonly level?: number;
  /** With a line feed for each `<br>`. */
  readonly text: string;
  /** Of rows: the texts of the cells, and whether all of them are headers. */
  readonly cells?: readonly string[];
  readonly isHeader?: boolean;
  /** Of rows: number of the table in the page. */
  readonly table?: number;
}

/** An address that the text points at. */
export interface HtmlLink {
  readonly label: string;
  readonly url: string;
}

/** A link or an image with the index of the block that it stands in or before. */
export interface PlacedLink {
  readonly kind: 'link' | 'image';
  readonly link: HtmlLink;
  readonly block: number;
}

/** What a page says. */
export interface PageContent {
  readonly blocks: readonly HtmlBlock[];
  readonly links: readonly PlacedLink[];
}
