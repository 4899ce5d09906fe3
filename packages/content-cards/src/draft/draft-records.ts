import type { JsonObject } from '../model/json.ts';

/** `ai_generation_meta.json`. */
export interface GenerationMeta {
  readonly schema_version: '1.0';
  readonly generated_at: string;
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_hash: string;
  readonly model: string;
  readonly provider: string;
  readonly spec: { readonly title: string; readonly client?: string; readonly hash: string };
  readonly safeguards: JsonObject;
  readonly slides: readonly {
    readonly slide_id: string;
    readonly intent: string;
    readonly content_hash: string;
    readonly body_lines: number;
    readonly model: string;
    readonly attempts: number;
  }[];
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly calls: number;
    readonly failed_calls: number;
  };
}

/** A line of `content_ai_log.json`. */
export interface AiLogEntry {
  readonly slide_id: string;
  readonly layout: string;
  readonly prompt_id: string;
  readonly prompt: string;
  readonly policy_id: string;
  readonly model: string;
  readonly intent: string;
  readonly warnings: readonly string[];
  readonly response_text: string;
  readonly response_text_truncated: boolean;
  readonly attempts: number;
}
