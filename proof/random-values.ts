import { randomUUID } from 'node:crypto';

export function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)]!;
}

/** A whole number of at least `from` and less than `to`. */
export function pickNumber(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from));
}

export const buildExternalId = () => `proof-${randomUUID()}`;

/** An IP address that only one person uses. */
export const buildAddress = () => [10, pickNumber(0, 256), pickNumber(0, 256), pickNumber(1, 255)].join('.');
