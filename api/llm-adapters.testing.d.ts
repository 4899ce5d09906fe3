export type { ConformanceOptions };
export type { FailureCase };
export type { MakeClient };
export type { TestRunner };
export type { WireCase };
export { clientConformance };
export { failureCases };
export { wireCases };
