/** A language Kanmon writes in: messages, prompts, rendered reports. */
export type Locale = 'ja' | 'en';

/** A language Kanmon recognises in a text. */
export type Language = 'ja' | 'en' | 'other';
