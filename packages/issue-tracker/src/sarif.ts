export { toSarif, type SarifOptions } from './sarif/to-sarif.ts';
