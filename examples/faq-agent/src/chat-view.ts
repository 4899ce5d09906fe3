import type { DialogEvent } from '@kanmon/multistep-planner';

/** The stream that a view writes to. */
export interface Output {
  write(text: string): unknown;
}

/** Shows a dialog as it happens. */
export interface ChatView {
  /** Before the first turn. */
  welcome(): void;
  /** A message goes to the agent. */
  asked(message: string): void;
  /** Something happened in the turn; the last event is `turn-finished` or `turn-failed`. */
  event(event: DialogEvent): void;
  /** Something the user should know about the turn. */
  notice(text: string): void;
}
