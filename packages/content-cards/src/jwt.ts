export { createJwtVerifier, type JwtVerifierOptions } from './http/jwt-verifier.ts';
