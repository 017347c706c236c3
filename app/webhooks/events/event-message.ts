type EventMessage = { type: string; createdAt: Date; environment: string; payload: unknown; sample: boolean };

/** What is sent about an event: the same bytes at every try (decisions: Webhooks). */
export function buildEventMessage({ type, createdAt, environment, payload, sample }: EventMessage): string {
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    environment,
    ...(sample && { sample }),
    data: payload,
  });
}
