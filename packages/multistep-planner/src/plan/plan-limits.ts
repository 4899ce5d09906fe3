/** Limits of one plan, one message and one history. Lengths are in code points. */
export interface PlanLimits {
  /** @default 8 */
  readonly steps: number;
  /** Search and follow-up steps together. @default 4 */
  readonly searches: number;
  /** In one clarify step. @default 3 */
  readonly questions: number;
  /** @default 400 */
  readonly queryLength: number;
  /** @default 200 */
  readonly questionLength: number;
  /** Used where neither the request nor the plan has a topK. @default 8 */
  readonly defaultTopK: number;
  /** @default 20 */
  readonly maxTopK: number;
  /** @default 16 */
  readonly filterKeys: number;
  /** @default 3 */
  readonly filterDepth: number;
  /** Longest text of a model that is looked at, UTF-16 code units. @default 262_144 */
  readonly rawLength: number;
  /** @default 4_000 */
  readonly messageLength: number;
  /** @default 50 */
  readonly historyMessages: number;
  /** @default 8_000 */
  readonly historyMessageLength: number;
}

/** The limits of the package's contract. */
export const defaultPlanLimits: PlanLimits = Object.freeze({
  steps: 8,
  searches: 4,
  questions: 3,
  queryLength: 400,
  questionLength: 200,
  defaultTopK: 8,
  maxTopK: 20,
  filterKeys: 16,
  filterDepth: 3,
  rawLength: 262_144,
  messageLength: 4000,
  historyMessages: 50,
  historyMessageLength: 8000,
});
