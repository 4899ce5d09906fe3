export type { SarifOptions };
export { toSarif };
