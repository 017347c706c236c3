type MessageSource = {
  type: string;
  createdAt: Date;
  environment: string;
  payload: unknown;
  sample: boolean;
};

/** What an event reports, to its endpoints and in the API. */
export function toEventMessage({ type, createdAt, environment, payload, sample }: MessageSource) {
  return { type, timestamp: createdAt.toISOString(), environment, ...(sample && { sample }), data: payload };
}

/** The body of an event's webhook: the same bytes in every attempt (decisions: Webhooks). */
export const buildEventMessage = (event: MessageSource): string => JSON.stringify(toEventMessage(event));
