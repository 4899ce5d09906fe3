import type { JsonValue } from '@kanmon/core';

/** An object of JSON, as the gate hands it to rules of type `object`. */
export type JsonObject = { readonly [key: string]: JsonValue };
/** A list of JSON, as the gate hands it to rules of type `array`. */
export type JsonArray = readonly JsonValue[];
