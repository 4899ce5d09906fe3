import { InvalidArgumentError } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import { describeValue } from '../support/describe-value.ts';

/** Versions of the AI SDK's language model interface that are understood. */
const specificationVersions = ['v2', 'v3', 'v4'] as const;

/** One of those versions: v2 came with AI SDK 5, v3 with 6, v4 with 7. */
export type SpecificationVersion = (typeof specificationVersions)[number];

/** What is used of a language model of the AI SDK. Models of v2, v3 and v4 fit. */
export interface LanguageModelLike {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: object): PromiseLike<object>;
  doStream(options: object): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** Throws `InvalidArgumentError` unless `version` is one that is understood. */
export function assertVersion(version: unknown): asserts version is SpecificationVersion {
  if (specificationVersions.some((known) => known === version)) return;
  throw new InvalidArgumentError(
    `expected specificationVersion to be one of ${specificationVersions.join(', ')}, got ${typeof version === 'string' ? JSON.stringify(version) : describeValue(version)}; use a provider package of AI SDK 5, 6 or 7`,
  );
}

/** Throws `InvalidArgumentError` unless `model` is a language model of a known version. */
export function assertLanguageModel(model: LanguageModelLike): void {
  if (
    !isRecord(model) ||
    typeof model['doGenerate'] !== 'function' ||
    typeof model['doStream'] !== 'function'
  ) {
    throw new InvalidArgumentError(
      `expected a language model with doGenerate and doStream, got ${describeValue(model)}; pass a model such as openai('gpt-5-mini')`,
    );
  }
  assertVersion(model.specificationVersion);
}
