/**
 * Imported for its effect by packages whose schemas need zod 4: another version, forced past the peer dependency,
 * is reported in a sentence instead of "z.looseObject is not a function".
 */
import * as z from 'zod';
import { MissingConfigurationError } from './errors/missing-configuration-error.ts';

// A static member, so that bundlers keep this one function and not all of zod.
if (typeof z.looseObject !== 'function') {
  throw new MissingConfigurationError(
    'expected zod 4 beside @kanmon packages, got an older zod; run `npm install zod@4`, and remove overrides that force zod 3',
  );
}
