import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJwtVerifier } from '@kanmon/content-cards/jwt';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { Verify } from './identify.ts';
import { scopes } from './scopes.ts';

const issuer = 'urn:kanmon:studio:development';
const audience = 'urn:kanmon:studio';
const algorithm = 'EdDSA';
/** Twelve hours: a working day. */
const lifeMs = 43_200_000;

/** Tokens that this machine signs for itself. */
export interface DevelopmentTokens {
  readonly verify: Verify;
  /** Returns a token for a person of this machine. */
  sign(subject: string, granted?: readonly string[], at?: Date): Promise<string>;
}

/** Opens the signing key in the data folder and creates it at the first start. Instances share it. */
export async function openDevelopmentTokens(folder: string): Promise<DevelopmentTokens> {
  const path = join(folder, 'development-key.json');
  const jwk = readKey(path) ?? (await createKey(folder, path));
  const key = await importJWK(jwk, algorithm);
  const { d: _private, ...publicJwk } = jwk;
  const publicKey = await importJWK(publicJwk, algorithm);
  return {
    verify: createJwtVerifier({
      keys: () => publicKey,
      issuer,
      audience,
      algorithms: [algorithm],
    }),
    sign: (subject, granted = scopes, at = new Date()) =>
      new SignJWT({ scope: granted.join(' ') })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt' })
        .setSubject(subject)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(at)
        .setExpirationTime(new Date(at.getTime() + lifeMs))
        .sign(key),
  };
}

function readKey(path: string): JWK | null {
  try {
    // The file is ours: it is created below, whole, for the owner alone.
    return JSON.parse(readFileSync(path, 'utf8')) as JWK;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Of instances that start together one creates the file: a link fails when its name is taken. */
async function createKey(folder: string, path: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `.${randomUUID()}`);
  writeFileSync(partial, JSON.stringify(jwk), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(partial, path);
  } catch (error) {
    const other = readKey(path);
    if (other === null) throw error;
    return other;
  } finally {
    rmSync(partial);
  }
  return jwk;
}
