export {
  refinementConfigSchema,
  requiredTermsSchema,
  taskSchema,
  termPreservationConfigSchema,
} from './schemas/schemas.ts';
