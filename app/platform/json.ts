declare const valueType: unique symbol;

/**
 * JSON text with the type of its value, so that the compiler checks a stored reply against the API's schemas
 * like a new one.
 */
export type Json<T> = string & { readonly [valueType]: T };

export function toJson<T>(content: T): Json<T> {
  return JSON.stringify(content) as Json<T>;
}
