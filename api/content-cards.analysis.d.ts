export type { AnalysisFix };
export type { AnalysisReport };
export type { ConvertOptions };
export type { ReviewEngineDocument };
export type { ReviewEngineSlide };
export { convertAnalysis };
