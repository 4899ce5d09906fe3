import type * as z from 'zod';
import { formatSchema } from './text-schema.ts';

const idForm = /^[A-Za-z0-9._-]{1,128}$/;
const patchIdForm = /^[a-z0-9-]{1,128}$/;
const hashForm = /^sha256:[0-9a-f]{64}$/;

/** True for an id that is no path and no part of one that climbs. */
export function isId(text: string): boolean {
  return idForm.test(text) && text !== '.' && text !== '..';
}

/** True for the id of an auto-fix. */
export function isPatchId(text: string): boolean {
  return patchIdForm.test(text);
}

/** Ids of decks and cards. */
export const idSchema: z.ZodString = formatSchema(idForm, (text) => !isId(text));
/** Ids of auto-fixes. */
export const patchIdSchema: z.ZodString = formatSchema(patchIdForm);
/** `sha256:` and 64 hex digits. */
export const hashSchema: z.ZodString = formatSchema(hashForm);
