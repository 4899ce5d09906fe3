export {
  clientConformance,
  type ConformanceOptions,
  type MakeClient,
  type TestRunner,
} from './conformance/client-conformance.ts';
export {
  type FailureCase,
  failureCases,
  type WireCase,
  wireCases,
} from './conformance/wire-cases.ts';
