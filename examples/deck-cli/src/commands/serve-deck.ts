import { randomBytes } from 'node:crypto';
import {
  createContentApp,
  createStaticTokenVerifier,
  type Scope,
} from '@kanmon/content-cards/http';
import { bearer } from '@kanmon/core/http';
import { serve } from '@hono/node-server';
import * as z from 'zod';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { DeckError } from '../deck-error.ts';
import { planOutputs, writeOutputs } from '../deck-files.ts';
import { exitCodes } from '../exit-codes.ts';
import { openDeck } from '../open-deck.ts';
import { knownCards } from '../store-cards.ts';

const serveOptionsSchema = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(8377),
  host: z.string().default('127.0.0.1'),
  token: z.string().min(8).optional(),
});

/** The rights of one reviewer. Overrides and rollbacks are for a host that has accounts. */
const scopes: readonly Scope[] = [
  'cards:read',
  'cards:write',
  'cards:approve',
  'cards:return',
  'cards:unlock',
  'logs:read',
];
const tokenBytes = 24;

/** `deck serve`: the same deck over HTTP until Ctrl-C, for the one who has the token. */
export async function serveDeck(context: CliContext, options: unknown): Promise<CommandResult> {
  const {
    port,
    host,
    token = context.environment['DECK_TOKEN'],
  } = serveOptionsSchema.parse(options);
  const { actor, locale, say, signal, output } = context;
  const secret = token ?? randomBytes(tokenBytes).toString('base64url');
  const plan = planOutputs(context);
  const deck = await openDeck(context, { mode: 'write' });
  try {
    const app = createContentApp({
      service: deck.service,
      identify: bearer(createStaticTokenVerifier({ [secret]: { id: actor, scopes } })),
      locale,
    });
    await new Promise<void>((resolve, reject) => {
      const server = serve({ fetch: app.fetch, port, hostname: host }, (address) => {
        const url = `http://${address.address.includes(':') ? `[${address.address}]` : address.address}:${address.port}/v1`;
        const started = { url, actor, ...(token === undefined ? { token: secret } : {}) };
        if (output.json) output.document(started);
        else output.print(`${url}  X-Actor: ${encodeURIComponent(actor)}`);
        if (token === undefined) output.note(`Authorization: Bearer ${secret}`);
      });
      server.on('error', (error: Error) =>
        reject(
          new DeckError(
            say(
              `${host}:${port} で待ち受けられません: ${error.message}`,
              `cannot listen on ${host}:${port}: ${error.message}`,
            ),
            { code: 'cannot_listen', exitCode: exitCodes.usage },
          ),
        ),
      );
      signal.addEventListener('abort', () => server.close(() => resolve()), { once: true });
    });
    if ((await knownCards(context, deck)).size > 0) await writeOutputs(context, deck, plan);
    return { data: {}, lines: [say('止めました', 'stopped')] };
  } finally {
    await deck.close();
  }
}
