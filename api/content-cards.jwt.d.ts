export type { JwtVerifierOptions };
export { createJwtVerifier };
