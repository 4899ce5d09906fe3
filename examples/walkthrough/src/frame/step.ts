import type { ImportResult } from '@kanmon/content-cards';
import type { Clock, IdSource, LlmClient, Locale } from '@kanmon/core';
import type { Html } from '../report/html.ts';
import type { Artefacts } from './artefacts.ts';
import type { Checks } from './checks.ts';
import type { Journal } from './journal.ts';
import type { Journals } from './journals.ts';

/** The model of a run: recorded answers with deliberate flaws, or a real provider. */
export interface Model {
  readonly kind: 'recorded' | 'live';
  /** A client for one step; `script` names the recorded answers it plays. */
  client(script: readonly string[]): LlmClient;
  /** Shown in the report. */
  readonly description: string;
}

/** The tools that a step may use. */
export interface StepContext {
  readonly locale: Locale;
  readonly model: Model;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly artefacts: Artefacts;
  readonly journals: Journals;
  readonly checks: Checks;
  /** The user's own document for the step that drafts; null: the brief of the story. */
  readonly input: ImportResult | null;
  /** Shows the present activity to the person at the terminal, one short line. */
  readonly progress: (line: string) => void;
}

/** The result of a step for the report. */
export interface StepReport {
  /** The result in one sentence. */
  readonly headline: string;
  readonly section: Html;
}

/** One step of the story: one gate, one promise. */
export interface Step {
  readonly number: number;
  readonly title: Readonly<Record<Locale, string>>;
  /** Explains the section to a newcomer, in two or three sentences. */
  readonly reading: Readonly<Record<Locale, string>>;
  /** The history that the step keeps, if any; step 7 replays it. */
  readonly journal?: Journal;
  /** Throws `UsageError` when the step cannot run; asked before anything runs. */
  precondition?(run: {
    readonly locale: Locale;
    readonly journals: Journals;
    /** True when a step of this run keeps a journal. */
    readonly willKeep: boolean;
  }): void;
  run(context: StepContext): Promise<StepReport>;
}
