import type { LlmFinish, LlmResponse } from '@kanmon/core';
import type { FinishV3, KanmonMetadata, UnifiedFinish, VersionedParts } from './ai-sdk-model.ts';
import type { SpecificationVersion } from './language-model-like.ts';

/** Writes what differs between the versions of the interface. */
export interface PartWriter<Parts extends VersionedParts[SpecificationVersion]> {
  usage(response: LlmResponse): Parts['usage'];
  finish(finish: LlmFinish): Parts['finish'];
  warning(message: string): Parts['warning'];
  unsupported(setting: string): Parts['warning'];
  /** What the version has no place for. */
  metadata(finish: LlmFinish): KanmonMetadata | undefined;
}

/** A refusal is the model's own content filter; what it really was travels in `raw` or in our metadata. */
function unified(finish: LlmFinish): UnifiedFinish {
  return finish === 'refusal' ? 'content-filter' : finish;
}

const nested: PartWriter<VersionedParts['v3']> = {
  usage: ({ usage }) => ({
    inputTokens: {
      total: usage.inputTokens,
      noCache: undefined,
      cacheRead: usage.cachedInputTokens,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: usage.outputTokens,
      text: undefined,
      reasoning: usage.reasoningTokens,
    },
  }),
  finish: (finish): FinishV3 => ({ unified: unified(finish), raw: finish }),
  warning: (message) => ({ type: 'other', message }),
  unsupported: (feature) => ({ type: 'unsupported', feature }),
  metadata: (finish) => (finish === 'other' ? { kanmon: { finish } } : undefined),
};

const flat: PartWriter<VersionedParts['v2']> = {
  usage: ({ usage }) => {
    const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
    const known = inputTokens !== undefined && outputTokens !== undefined;
    return {
      inputTokens,
      outputTokens,
      totalTokens: known ? inputTokens + outputTokens : undefined,
      cachedInputTokens,
      reasoningTokens,
    };
  },
  finish: unified,
  warning: (message) => ({ type: 'other', message }),
  unsupported: (setting) => ({ type: 'unsupported-setting', setting }),
  metadata: (finish) =>
    finish === 'refusal' || finish === 'other' ? { kanmon: { finish } } : undefined,
};

/** The writer of each version. */
export const partWriters: { readonly [V in SpecificationVersion]: PartWriter<VersionedParts[V]> } =
  {
    v2: flat,
    v3: nested,
    v4: nested,
  };
