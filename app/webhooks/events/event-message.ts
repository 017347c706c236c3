type EventMessage = { type: string; createdAt: Date; environment: string; payload: unknown; sample: boolean };

/** The message of an event: the same bytes in every attempt (decisions: Webhooks). */
export function buildEventMessage({ type, createdAt, environment, payload, sample }: EventMessage): string {
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    environment,
    ...(sample && { sample }),
    data: payload,
  });
}
