declare const valueType: unique symbol;

/** JSON text that remembers the type of its value, so that a stored reply is checked against the API's schemas like a new one. */
export type Json<T> = string & { readonly [valueType]: T };

export function toJson<T>(content: T): Json<T> {
  return JSON.stringify(content) as Json<T>;
}
