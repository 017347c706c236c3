import type { Params } from '@remix-run/react';
import { steps } from '~/merchants/applications/questions/questions';

/**
 * The URL's step.
 * @throws 404
 */
export function requireStep({ step: id }: Params) {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  if (!step) throw new Response('Not found', { status: 404 });
  return {
    id: step.id,
    title: step.title,
    lead: step.lead,
    number: index + 1,
    of: steps.length,
    next: steps[index + 1]?.id ?? null,
  };
}
