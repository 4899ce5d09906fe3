import { packageTests } from '../../config/vitest.ts';

/**
 * The SDKs must load as Node loads them. The shared `module` condition would pick builds of
 * `@opentelemetry/api` that are meant for bundlers.
 */
export default {
  ...packageTests('llm-adapters'),
  ssr: { resolve: { conditions: ['@kanmon/source', 'node', 'development|production'] } },
};
