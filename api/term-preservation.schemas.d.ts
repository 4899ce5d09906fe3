export { refinementConfigSchema };
export { requiredTermsSchema };
export { taskSchema };
export { termPreservationConfigSchema };
