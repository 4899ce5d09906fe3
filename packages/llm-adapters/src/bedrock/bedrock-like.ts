import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, isRecord } from '@kanmon/core/kit';
import { describeValue } from '../support/describe-value.ts';

/** What is used of a Bedrock client. `BedrockRuntimeClient` of @aws-sdk/client-bedrock-runtime 3 fits. */
export interface BedrockLike {
  send(command: object, options?: object): Promise<unknown>;
}

/** A command class of the AWS SDK. Its input type is the SDK's own, so here it is not looked at. */
export type CommandClass = new (input: never) => object;

/** The command classes to send; without `ConverseStream` the client has no `stream`. */
export interface ConverseCommands {
  readonly Converse: CommandClass;
  readonly ConverseStream?: CommandClass;
}

/** Throws `InvalidArgumentError` unless client and commands are what the adapter needs. */
export function assertBedrock(client: BedrockLike, commands: ConverseCommands): void {
  if (!isRecord(client) || typeof client['send'] !== 'function') {
    throw new InvalidArgumentError(
      `expected a Bedrock client with send, got ${describeValue(client)}; pass new BedrockRuntimeClient({ region })`,
    );
  }
  if (!isRecord(commands) || typeof commands.Converse !== 'function') {
    throw new InvalidArgumentError(
      `expected options.commands.Converse to be a class, got ${describeValue(commands)}; pass { Converse: ConverseCommand, ConverseStream: ConverseStreamCommand }`,
    );
  }
  checkOptions(commands, { Converse: true, ConverseStream: true }, 'options.commands');
}
