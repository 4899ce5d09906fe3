export {
  type AnalysisFix,
  convertAnalysis,
  type ConvertOptions,
  type ReviewEngineDocument,
  type ReviewEngineSlide,
} from './analysis/convert-analysis.ts';
export type { AnalysisReport } from './analysis/convert-analysis.ts';
