import { createMemoryCounter, createMemoryEventStore } from '@kanmon/core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type DevelopmentTokens, openDevelopmentTokens } from '../src/development-token.ts';
import { createStudio, type Studio, type StudioOptions } from '../src/studio.ts';

/** Sends a request as a person. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A studio in a test, with its tokens. */
export interface OpenStudio {
  readonly studio: Studio;
  readonly tokens: DevelopmentTokens;
  /** Sends as `hanako`, or as the owner of another token. */
  readonly send: Send;
  sendAs(subject: string, scopes?: readonly string[]): Promise<Send>;
}

/** Returns a folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kanmon-studio-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a studio over a store in memory, unless the options name another. */
export async function openStudio(options: Partial<StudioOptions> = {}): Promise<OpenStudio> {
  const tokens = await openDevelopmentTokens(temporaryFolder());
  const studio = createStudio({
    store: createMemoryEventStore(),
    counter: createMemoryCounter(),
    verify: tokens.verify,
    requestsPerSecond: Number.MAX_SAFE_INTEGER,
    ...options,
  });
  onTestFinished(() => studio.close());
  const sendWith =
    (token: string): Send =>
    async (method, path, body, headers = {}) =>
      studio.app.request(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  const sendAs = async (subject: string, scopes?: readonly string[]): Promise<Send> =>
    sendWith(await tokens.sign(subject, scopes));
  return { studio, tokens, send: await sendAs('hanako'), sendAs };
}
