import type { Catalog } from './catalog.ts';
import { coreTextsEn } from './core-texts-en.ts';
import { coreTextsJa } from './core-texts-ja.ts';
import { findingCatalog } from './finding-catalog.ts';
import { mergeCatalogs } from './merge-catalogs.ts';
import { reasonCatalog } from './reason-catalog.ts';

/**
 * The built-in texts: findings of the gate engine, problems of a patch, refusals of the extractor,
 * reasons of a rejected run, and what the code of an error means to a person.
 */
export const coreCatalog: Catalog = /* @__PURE__ */ mergeCatalogs(findingCatalog, reasonCatalog, {
  en: coreTextsEn,
  ja: coreTextsJa,
});
