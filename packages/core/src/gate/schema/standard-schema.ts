/**
 * Standard Schema v1 and its companion Standard JSON Schema v1, the interfaces that validation
 * libraries share (zod, valibot, ArkType and others). Types after https://standardschema.dev, whose
 * authors ask for them to be copied rather than depended on. Only what the gate reads is here.
 */

/** A schema of any vendor: `~standard` holds the whole interface. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaProps<Input, Output>;
}

/** The interface itself, with a phantom member that carries the types. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (
    value: unknown,
  ) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

/** The output, or the issues. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

/** One problem. Vendors add further members; they are read only if present. */
export interface StandardSchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The member that Standard JSON Schema adds to `~standard`; a library may throw for a schema that it cannot express. */
export interface StandardJsonSchemaSource {
  readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
  readonly output?: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
}

/** The draft to write, and what only the library itself understands. */
export interface StandardJsonSchemaOptions {
  readonly target: string;
  readonly libraryOptions?: Readonly<Record<string, unknown>> | undefined;
}
